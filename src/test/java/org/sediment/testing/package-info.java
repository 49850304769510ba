/**
 * The test ground: one real region in the JVM, a mini cluster, an oracle of plain lists, random
 * histories.
 *
 * <p>May import everything; nothing in {@code src/main} imports it. Read {@link
 * org.sediment.testing.TestRegion} first.
 */
package org.sediment.testing;
