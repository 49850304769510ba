/**
 * The benchmarks behind the README's figures: each compares two ways of doing the same work side by
 * side, on a mini cluster over MiniDFS, and checks what is stored at the end. Run them with {@code
 * scripts/bench}; read {@link org.sediment.bench.Bench} first.
 */
package org.sediment.bench;
