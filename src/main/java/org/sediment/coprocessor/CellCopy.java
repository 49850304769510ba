package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilder;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;

/** Copies of cells that outlive their scanner. Stateless. */
final class CellCopy {
  private CellCopy() {}

  /** A copy of row, column, time, type and value; without sequence ID and tags. */
  static Cell of(Cell cell) {
    CellBuilder copy = CellBuilderFactory.create(CellBuilderType.DEEP_COPY);
    return copy.setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(CellUtil.cloneQualifier(cell))
        .setTimestamp(cell.getTimestamp())
        .setType(cell.getType())
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }
}
