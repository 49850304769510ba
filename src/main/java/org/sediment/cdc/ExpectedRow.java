package org.sediment.cdc;

import java.math.BigDecimal;
import java.util.SortedMap;
import org.sediment.model.ColumnName;

/**
 * A row as it ought to be: all columns that have a value, and all totals. Immutable as long as
 * nobody changes arrays and maps, which are not copied.
 *
 * @param row the row key
 * @param columns columns of guarded and plain families, with their values
 * @param totals counters of delta families, with their totals
 */
public record ExpectedRow(
    byte[] row, SortedMap<ColumnName, byte[]> columns, SortedMap<ColumnName, BigDecimal> totals) {}
