package org.sediment.cdc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one table of a mapping file. One thread. */
final class TableSection {
  private final String source;
  private final long generation;
  private final Problems problems;
  private final Section section;

  TableSection(String source, YamlNode node, long generation, Problems problems) {
    this.source = source;
    this.generation = generation;
    this.problems = problems;
    section =
        new Section(
            node,
            "table " + source,
            problems,
            "to",
            "row",
            "columns",
            "image",
            "before",
            "truncate",
            "others",
            "snapshot-deltas",
            "transactions");
  }

  /** The table; empty if it is unusable, with the problems told. */
  Optional<TableMapping> read() {
    section.required("to", "name the HBase table: 'to: orders'");
    Optional<String> table = section.text("to");
    List<KeyPart> key = new RowSection(section, problems).read();
    List<ColumnMapping> columns = columns();
    TableMapping mapping =
        new TableMapping(
            source,
            table.orElse(""),
            key,
            columns,
            section.choice("image", TableMapping.Image.class, TableMapping.Image.PARTIAL),
            section.choice("before", TableMapping.Before.class, TableMapping.Before.AUTO),
            section.choice("truncate", TableMapping.Choice.class, TableMapping.Choice.REJECT),
            section.choice("others", TableMapping.Others.class, TableMapping.Others.REJECT),
            section.choice(
                "snapshot-deltas",
                TableMapping.SnapshotDeltas.class,
                TableMapping.SnapshotDeltas.ADD),
            section.choice(
                "transactions", TableMapping.Transactions.class, TableMapping.Transactions.REJECT));
    checkWhole(mapping);
    return table.isPresent() && !key.isEmpty() ? Optional.of(mapping) : Optional.empty();
  }

  private void checkWhole(TableMapping mapping) {
    if (generation > 0 && mapping.counts() && section.entry("snapshot-deltas").isEmpty()) {
      problems.add(
          section.node(),
          "table " + source + " has deltas, and generation is above 0",
          "say 'snapshot-deltas: skip' if the counters hold what an earlier generation counted,"
              + " 'snapshot-deltas: add' if the table was emptied");
    }
    if (mapping.counts() && mapping.before() == TableMapping.Before.KEY) {
      problems.add(
          section.entry("before").orElseThrow(),
          "table " + source + " has deltas, and 'before' has the key only",
          "a delta is after minus before: let the source send all of before (PostgreSQL: REPLICA"
              + " IDENTITY FULL) and write 'before: full'");
    }
  }

  private List<ColumnMapping> columns() {
    List<ColumnMapping> columns = new ArrayList<>();
    Optional<YamlNode> list =
        section.required("columns", "name each column: 'columns: {status: \"f:status\"}'");
    if (list.isPresent() && list.get().entries() == null) {
      problems.add(
          list.get(),
          "'columns' of table " + source + " is " + list.get().shown(),
          "write a map: 'status: \"f:status\"'");
    }
    Map<String, YamlNode> entries = list.map(YamlNode::entries).orElse(Map.of());
    entries.forEach(
        (name, node) -> new ColumnSection(name, node, problems).read().ifPresent(columns::add));
    Map<String, ColumnMapping> targets = new HashMap<>();
    for (ColumnMapping column : columns) {
      ColumnMapping other = targets.putIfAbsent(column.target().toString(), column);
      if (other != null) {
        problems.add(
            entries.get(column.source()),
            "columns %s and %s go to %s"
                .formatted(other.source(), column.source(), column.target()),
            "give each its own");
      }
    }
    return columns;
  }
}
