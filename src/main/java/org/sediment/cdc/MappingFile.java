package org.sediment.cdc;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads a mapping file: its head, then each table. Stateless. */
final class MappingFile {
  private static final String PLACEHOLDER = "__debezium_unavailable_value";
  private static final String EXAMPLE =
      "write 'shop.orders: {to: orders, row: [...], columns: {...}}'";

  private MappingFile() {}

  static Mapping read(String name, String yaml) throws MappingException {
    Problems problems = new Problems();
    YamlNode document = YamlNode.read(yaml, problems);
    problems.check(name);
    Section head =
        new Section(
            document,
            "the mapping",
            problems,
            "generation",
            "snapshot-time",
            "unavailable",
            "unmapped",
            "tables");
    long generation = head.number("generation", 0, 0);
    Optional<Instant> snapshotTime = head.time("snapshot-time");
    String unavailable = head.text("unavailable").orElse(PLACEHOLDER);
    TableMapping.Choice unmapped =
        head.choice("unmapped", TableMapping.Choice.class, TableMapping.Choice.REJECT);
    Map<String, TableMapping> tables = new LinkedHashMap<>();
    Optional<YamlNode> list = head.required("tables", EXAMPLE);
    if (list.isPresent()) {
      if (list.get().entries() == null || list.get().entries().isEmpty()) {
        problems.add(list.get(), "'tables' is " + list.get().shown(), EXAMPLE);
      } else {
        list.get()
            .entries()
            .forEach(
                (source, node) ->
                    new TableSection(source, node, generation, problems)
                        .read()
                        .ifPresent(table -> tables.put(source, table)));
      }
    }
    problems.check(name);
    return new Mapping(generation, snapshotTime, unavailable, unmapped, tables);
  }
}
