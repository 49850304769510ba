/**
 * The write decision: row state and incoming event in, verdict and effective time out. Pure: no
 * HBase, no clock of its own.
 *
 * <p>Imports {@code model} only. Read {@link org.sediment.guard.RowState} first.
 */
package org.sediment.guard;
