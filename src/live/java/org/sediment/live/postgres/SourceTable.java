package org.sediment.live.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A table of PostgreSQL that the workload writes: its columns, how its key is made and read.
 *
 * @param name in the schema {@code shop}
 * @param columns all columns by name, the key's first
 * @param key columns of the primary key
 * @param full whether REPLICA IDENTITY is FULL
 * @param required columns that are never null, besides the key's
 * @param rows how many keys there are to choose from, for 20,000 changes
 */
record SourceTable(
    String name,
    Map<String, Form> columns,
    List<String> key,
    boolean full,
    List<String> required,
    int rows) {

  /** Simple key, every type, large values, REPLICA IDENTITY DEFAULT. */
  static final SourceTable ORDERS =
      new SourceTable(
          "orders",
          columns(
              "id",
              Form.LONG,
              "customer",
              Form.TEXT,
              "status",
              Form.TEXT,
              "amount",
              Form.MONEY,
              "loose",
              Form.NUMBER,
              "placed",
              Form.INSTANT,
              "seen",
              Form.MOMENT,
              "due",
              Form.DATE,
              "doc",
              Form.JSON,
              "raw",
              Form.BYTES,
              "paid",
              Form.BOOL,
              "note",
              Form.BIG,
              "n",
              Form.INT),
          List.of("id"),
          false,
          List.of("customer"),
          300);

  /** Composite key, REPLICA IDENTITY DEFAULT. */
  static final SourceTable KV =
      new SourceTable(
          "kv",
          columns("a", Form.INT, "b", Form.TEXT, "v", Form.TEXT, "n", Form.NUMBER),
          List.of("a", "b"),
          false,
          List.of(),
          300);

  /**
   * A row key with a column that is not in the primary key; large values; REPLICA IDENTITY FULL.
   */
  static final SourceTable PARTS =
      new SourceTable(
          "parts",
          columns(
              "id",
              Form.INT,
              "region",
              Form.TEXT,
              "name",
              Form.TEXT,
              "big",
              Form.BIG,
              "weight",
              Form.DOUBLE,
              "tags",
              Form.LIST),
          List.of("id"),
          true,
          List.of("region"),
          200);

  /** Every event is the whole row; REPLICA IDENTITY FULL. */
  static final SourceTable PAGES =
      new SourceTable(
          "pages",
          columns("id", Form.INT, "title", Form.TEXT, "body", Form.BIG, "raw", Form.BYTES),
          List.of("id"),
          true,
          List.of(),
          150);

  /** Two counters and a column in each row; REPLICA IDENTITY FULL. */
  static final SourceTable STOCK =
      new SourceTable(
          "stock",
          columns("sku", Form.INT, "title", Form.TEXT, "qty", Form.INT, "paid", Form.MONEY),
          List.of("sku"),
          true,
          List.of(),
          150);

  /** Rows that are only summed up, by customer; REPLICA IDENTITY FULL. */
  static final SourceTable SALES =
      new SourceTable(
          "sales",
          columns("id", Form.INT, "customer", Form.INT, "qty", Form.INT, "paid", Form.MONEY),
          List.of("id"),
          true,
          List.of("customer"),
          1_000);

  /** All of them. */
  static final List<SourceTable> ALL = List.of(ORDERS, KV, PARTS, PAGES, STOCK, SALES);

  private static Map<String, Form> columns(Object... namesAndForms) {
    Map<String, Form> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndForms.length; i += 2) {
      columns.put((String) namesAndForms[i], (Form) namesAndForms[i + 1]);
    }
    return columns;
  }

  /** The statements that create it. */
  List<String> ddl() {
    List<String> statements = new ArrayList<>();
    String columnList =
        columns.entrySet().stream()
            .map(
                column ->
                    column.getKey()
                        + " "
                        + column.getValue().type()
                        + (required.contains(column.getKey()) ? " not null" : ""))
            .collect(Collectors.joining(", "));
    statements.add(
        "create table shop.%s (%s, primary key (%s))"
            .formatted(name, columnList, String.join(", ", key)));
    if (full) {
      statements.add("alter table shop." + name + " replica identity full");
    }
    for (String column : large()) {
      // not compressed away, but out of the row
      statements.add(
          "alter table shop.%s alter column %s set storage external".formatted(name, column));
    }
    return statements;
  }

  /** Columns whose values may be kept out of the row. */
  List<String> large() {
    return columns.entrySet().stream()
        .filter(
            column ->
                column.getValue() == Form.BIG
                    || column.getValue() == Form.BYTES
                    || column.getValue() == Form.JSON)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Columns that are not in the key. */
  List<String> others() {
    return columns.keySet().stream().filter(column -> !key.contains(column)).toList();
  }

  /** A value of a column; null sometimes, where that is allowed. */
  Object random(String column, Random random) {
    if (key.contains(column)) {
      throw new IllegalArgumentException(column + " is in the key");
    }
    if (!required.contains(column) && random.nextInt(5) == 0) {
      return null;
    }
    return switch (column) {
      case "customer" -> equals(SALES) ? (Object) random.nextInt(40) : Form.TEXT.random(random);
      case "region" -> List.of("north", "south", "").get(random.nextInt(3));
      case "qty" -> random.nextInt(-1_000, 1_000);
      default -> columns.get(column).random(random);
    };
  }

  /** The values of one of so many times {@link #rows} keys. */
  List<Object> randomKey(Random random, int scale) {
    int number = random.nextInt(rows * scale);
    return switch (name) {
      case "orders" -> List.of(number - rows / 2L);
      case "kv" -> List.of(number / 20 - 3, "k" + number % 20 + (number % 7 == 0 ? "é |" : ""));
      default -> List.of(number);
    };
  }

  /** The row key's columns, as one text, from PostgreSQL's. */
  String rowKey(Map<String, String> values) {
    return switch (name) {
      case "kv" -> values.get("a") + "|" + values.get("b");
      case "parts" -> values.get("region") + "|" + values.get("id");
      case "sales" -> values.get("customer");
      default -> values.get(key.get(0));
    };
  }

  /** The same text from the bytes of HBase's row key. */
  String rowKey(byte[] row) {
    return switch (name) {
      case "orders" -> Long.toString(sortedLong(row));
      case "kv" ->
          sortedLong(Arrays.copyOf(row, 8)) + "|" + utf8(Arrays.copyOfRange(row, 8, row.length));
      case "parts" ->
          utf8(Arrays.copyOf(row, row.length - 8))
              + sortedLong(Arrays.copyOfRange(row, row.length - 8, row.length));
      case "pages" -> Integer.toString(Integer.parseInt(utf8(row)));
      default -> utf8(row);
    };
  }

  private static long sortedLong(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE;
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
