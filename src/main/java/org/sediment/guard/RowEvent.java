package org.sediment.guard;

import org.sediment.model.Sequence;

/**
 * The guarded part of one change event, as the judgement needs it. Immutable.
 *
 * @param sequence its place in the source's order
 * @param commit commit time in milliseconds
 * @param rowDelete whether it deletes the whole row
 * @param sets whether it sets a column
 * @param repairsOnly whether it does nothing but remove exact versions
 * @param image hash of its columns if they are the whole row, else null; 16 bytes
 * @param shortestTtl shortest TTL among the families in which it sets columns, in milliseconds;
 *     {@link Long#MAX_VALUE} for none
 */
public record RowEvent(
    Sequence sequence,
    long commit,
    boolean rowDelete,
    boolean sets,
    boolean repairsOnly,
    byte[] image,
    long shortestTtl) {}
