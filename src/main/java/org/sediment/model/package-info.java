/**
 * Value types and stored names: sequence, change event, names of remembered deletes, delta columns,
 * base, late entry, settings.
 *
 * <p>Imports nothing but the JDK. Read {@link org.sediment.model.Sequence} first, then {@link
 * org.sediment.model.DeltaColumn}.
 */
package org.sediment.model;
