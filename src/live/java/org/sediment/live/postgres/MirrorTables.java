package org.sediment.live.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.testing.Families;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegionBuilder;

/** The HBase tables of the mirror, and the mapping file that fills them. Stateless. */
final class MirrorTables {
  private static final String MAPPING =
      """
      snapshot-time: %s
      tables:
        shop.orders:
          to: mirror_orders
          row: [{column: id, as: long}]
          columns:
            customer: "f:customer"
            status: "f:status"
            amount: {to: "f:amount", type: decimal, from: unscaled(2)}
            loose: {to: "f:loose", type: decimal}
            placed: {to: "f:placed", type: timestamp-micros, from: iso}
            seen: {to: "f:seen", type: timestamp-micros, from: micros}
            due: {to: "f:due", type: date, from: days}
            doc: {to: "f:doc", type: json}
            raw: {to: "f:raw", type: bytes, from: base64}
            paid: {to: "f:paid", type: boolean}
            note: "f:note"
            n: {to: "f:n", type: int32}
        shop.kv:
          to: mirror_kv
          row: [{column: a, as: long}, {column: b, as: text}]
          columns:
            a: {to: "f:a", type: int32}
            v: "f:v"
            n: {to: "f:n", type: decimal}
        shop.parts:
          to: mirror_parts
          row: [{column: region, as: text, delimiter: "|"}, {column: id, as: long}]
          before: full
          columns:
            region: "f:region"
            name: "f:name"
            big: "f:big"
            weight: {to: "f:weight", type: double}
            tags: {to: "f:tags", type: json}
        shop.pages:
          to: mirror_pages
          row: [{column: id, as: digits, width: 6}]
          image: full
          columns:
            id: {to: "f:id", type: int32}
            title: "f:title"
            body: "f:body"
            raw: {to: "f:raw", type: bytes, from: base64}
        shop.stock:
          to: mirror_stock
          row: [{column: sku, as: text}]
          before: full
          columns:
            title: "f:title"
            qty: {to: "d:qty", delta: int64}
            paid: {to: "d:paid", delta: decimal, from: unscaled(2)}
        shop.sales:
          to: mirror_sales
          row: [{column: customer, as: text}]
          before: full
          others: ignore
          columns:
            qty: {to: "d:qty", delta: int64}
            paid: {to: "d:paid", delta: decimal, from: unscaled(2)}
      """;

  private MirrorTables() {}

  /** Creates the tables, some guarded row by row, some column by column. */
  static void create(MiniCluster cluster) throws IOException {
    create(cluster, "orders", "cell", false);
    create(cluster, "kv", "row", false);
    create(cluster, "parts", "cell", false);
    create(cluster, "pages", "row", false);
    create(cluster, "stock", "row", true);
    create(cluster, "sales", "off", true);
  }

  private static void create(MiniCluster cluster, String name, String guard, boolean counts)
      throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name(name));
    // small compactions come by themselves, after flushes
    table.setValue("hbase.hstore.compaction.min", "3");
    CoprocessorDescriptorBuilder coprocessor =
        CoprocessorDescriptorBuilder.newBuilder(TestRegionBuilder.SEDIMENT);
    if (!guard.equals("off")) {
      table.setColumnFamily(Families.of("f", "upsert").build());
      table.setColumnFamily(Families.of("m", "sequence").build());
      coprocessor.setProperty("sediment.guard", guard);
    }
    if (counts) {
      table.setColumnFamily(
          Families.of("d", "delta")
              .setValue("sediment.fold", "qty=sum:int64,paid=sum:decimal")
              .build());
    }
    cluster.admin().createTable(table.setCoprocessor(coprocessor.build()).build(), splits(name));
  }

  /** The HBase table of a table of the source. */
  static TableName name(String source) {
    return TableName.valueOf("mirror_" + source);
  }

  /** Two regions each, cut somewhere inside the keys. */
  private static byte[][] splits(String name) {
    return new byte[][] {
      switch (name) {
        case "orders", "kv" -> Bytes.toBytes(Long.MIN_VALUE);
        case "parts" -> Bytes.toBytes("o");
        case "pages" -> Bytes.toBytes("000070");
        default -> Bytes.toBytes("3");
      }
    };
  }

  /** Writes the mapping file, to be used from now on. */
  static Path mapping(Path folder) throws IOException {
    return Files.writeString(folder.resolve("mapping.yaml"), MAPPING.formatted(Instant.now()));
  }
}
