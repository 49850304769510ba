package org.sediment.cdc;

import java.util.List;
import java.util.Optional;

/**
 * How the rows of one table of the source become rows of an HBase table. Immutable; read from a
 * mapping file.
 *
 * @param source the source's table, as the mapping names it
 * @param table name of the HBase table
 * @param key the parts of the row key, at least one
 * @param columns the columns taken
 * @param image what an event's columns are, of the row
 * @param before whether {@code before} of an update or delete has all columns
 * @param truncate what to do with a truncation
 * @param others what to do with columns that are not in the mapping
 * @param snapshotDeltas what a row read by a snapshot does to counters
 * @param transactions MongoDB only: whether a transaction may change a document more than once
 */
record TableMapping(
    String source,
    String table,
    List<KeyPart> key,
    List<ColumnMapping> columns,
    Image image,
    Before before,
    Choice truncate,
    Others others,
    SnapshotDeltas snapshotDeltas,
    Transactions transactions) {

  /** What an event's columns are, of the row. */
  enum Image {
    PARTIAL,
    FULL
  }

  /** Whether {@code before} has all columns. */
  enum Before {
    /** As the connector has it by default. */
    AUTO,
    /** All columns. */
    FULL,
    /** The key's at most. */
    KEY
  }

  /** To take for an error, or to count and go on. */
  enum Choice {
    REJECT,
    SKIP
  }

  /** What to do with columns that are not in the mapping. */
  enum Others {
    REJECT,
    IGNORE
  }

  /** What a row read by a snapshot does to counters. */
  enum SnapshotDeltas {
    ADD,
    SKIP
  }

  /** How often a transaction changes one document. */
  enum Transactions {
    REJECT,
    ONCE
  }

  /** Copies the lists. */
  TableMapping {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
  }

  /** Whether any column is a delta. */
  boolean counts() {
    return columns.stream().anyMatch(ColumnMapping::delta);
  }

  /** The mapping of a column of the source. */
  Optional<ColumnMapping> column(String name) {
    return columns.stream().filter(column -> column.source().equals(name)).findFirst();
  }

  /** Whether the row key has a column of the source. */
  boolean keyHas(String name) {
    return key.stream().anyMatch(part -> part.column().equals(name));
  }
}
