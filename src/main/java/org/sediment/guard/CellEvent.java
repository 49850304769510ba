package org.sediment.guard;

import java.util.List;
import org.sediment.model.ColumnName;

/**
 * The guarded part of one change event with its columns, as {@code cell} mode judges it. Immutable.
 *
 * @param row what row mode needs of it
 * @param sets columns it sets, none twice
 * @param nulls columns it sets to null, none twice and none that it sets
 */
public record CellEvent(RowEvent row, List<ColumnName> sets, List<ColumnName> nulls) {}
