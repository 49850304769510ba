package org.sediment.guard;

import java.util.List;
import org.sediment.model.ColumnName;

/**
 * The guarded part of one change event with its columns, as {@code cell} mode judges it. Immutable.
 *
 * @param row what row mode needs of it
 * @param sets columns it sets; one that is named twice counts once
 * @param nulls columns it sets to null, none that it sets; likewise
 */
public record CellEvent(RowEvent row, List<ColumnName> sets, List<ColumnName> nulls) {}
