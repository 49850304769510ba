/**
 * Row keys as a composition of typed parts, so that no one concatenates bytes by hand: a schema
 * encodes and decodes keys, makes the exact scan ranges of a query, and says which queries a layout
 * answers and which it loses.
 *
 * <p>Imports {@code java.*} only. Read {@link org.sediment.rowkey.KeySchema} first. The bytes are
 * frozen.
 */
package org.sediment.rowkey;
