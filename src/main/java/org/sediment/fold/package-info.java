/**
 * How deltas become totals: aggregators, and the one rule that tells a pending delta from a copy or
 * a late one.
 *
 * <p>Imports {@code model} only. Read {@link org.sediment.fold.Judgement} first.
 */
package org.sediment.fold;
