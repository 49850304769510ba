/**
 * Model-checked tests: seeded random histories of events and storage steps, run on a real region
 * and compared with an oracle of plain lists that shares no code with the coprocessor.
 *
 * <p>Read {@link org.sediment.testing.history.Model} first.
 */
package org.sediment.testing.history;
