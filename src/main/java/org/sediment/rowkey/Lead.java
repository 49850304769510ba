package org.sediment.rowkey;

/**
 * What the bytes of all values that begin alike begin with.
 *
 * @param bytes their beginning
 * @param without the bytes of the one value that begins so in the key but not in truth, and sorts
 *     first among them; null if there is none
 */
record Lead(byte[] bytes, byte[] without) {}
