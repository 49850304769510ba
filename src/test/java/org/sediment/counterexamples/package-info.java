/**
 * The sequences of steps that broke earlier wordings of the design, each a named test: {@code a..}
 * of the guard, {@code h..} of deltas, folds and totals, and the hard truths of HBase; and the
 * cases from the field, faults of other systems, {@code r..} and {@code small..}.
 *
 * <p>Every test runs HBase's own code. Read {@link org.sediment.counterexamples.Story} first.
 */
package org.sediment.counterexamples;
