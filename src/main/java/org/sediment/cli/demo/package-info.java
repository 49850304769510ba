/**
 * The demonstration that {@code scripts/demo} plays on a real HBase: each step says what a plain
 * client reads, and checks it.
 *
 * <p>Imports {@code client} and {@code model}. Start at {@link org.sediment.cli.demo.Demo}.
 */
package org.sediment.cli.demo;
