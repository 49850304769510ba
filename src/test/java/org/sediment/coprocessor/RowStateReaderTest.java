package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.guard.RowState;
import org.sediment.testing.TestRegion;

/** Reading the states of many rows at once. */
class RowStateReaderTest {
  private static final byte[] M = Bytes.toBytes("m");
  private static final byte[] U = Bytes.toBytes("u");
  private static final byte[] SEQUENCE = Bytes.toBytes("seq");
  private static final SequenceColumns COLUMNS =
      new SequenceColumns(M, SEQUENCE, Bytes.toBytes("img"));

  @Test
  void manyRowsReadTogetherAreAsReadOneByOne() throws Exception {
    Random random = new Random(5);
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").withoutSediment().open()) {
      for (int file = 0; file < 3; file++) {
        for (int i = 0; i < 60; i++) {
          write(region, random);
        }
        if (file < 2) {
          region.flush(); // the third part stays in memory
        }
      }
      RowStateReader reader =
          new RowStateReader(region.region(), COLUMNS, List.of(U), false, new Counters());
      for (int round = 0; round < 50; round++) {
        TreeSet<byte[]> chosen = new TreeSet<>(Bytes.BYTES_COMPARATOR);
        int size = 1 + random.nextInt(60);
        while (chosen.size() < size) {
          chosen.add(row(random));
        }
        List<byte[]> rows = new ArrayList<>(chosen);
        List<RowState> together = reader.read(rows);
        assertThat(together).hasSameSizeAs(rows);
        for (int i = 0; i < rows.size(); i++) {
          assertThat(together.get(i))
              .as(Bytes.toString(rows.get(i)))
              .isEqualTo(reader.read(rows.get(i)));
        }
      }
    }
  }

  @Test
  void rowOfMoreCellsThanASliceIsReadWholeAndSkippedWhole() throws Exception {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").withoutSediment().open()) {
      Delete remembered = new Delete(Bytes.toBytes("b"));
      for (int i = 1; i <= 2_500; i++) {
        remembered.addColumns(M, Bytes.toBytes("del:" + i + "@" + i + "@" + i), 10_000 + i);
      }
      region.delete(remembered);
      for (String row : List.of("a", "c", "d", "e", "f", "g", "h", "i")) {
        region.put(new Put(Bytes.toBytes(row)).addColumn(M, SEQUENCE, 7, Bytes.toBytes("3")));
      }
      region.flush();
      RowStateReader reader =
          new RowStateReader(region.region(), COLUMNS, List.of(U), false, new Counters());

      List<RowState> with = reader.read(rows("a", "b", "c", "d", "e", "f", "g", "h"));
      assertThat(with.get(1).deletedEffective()).isEqualTo(2_500);
      assertThat(with.get(1).highest()).hasToString("2500");
      assertThat(with.get(2).highest()).hasToString("3");
      List<RowState> around = reader.read(rows("a", "ab", "bb", "c", "d", "e", "f", "zz"));
      assertThat(around.get(1)).isEqualTo(RowState.UNKNOWN);
      assertThat(around.get(2)).isEqualTo(RowState.UNKNOWN);
      assertThat(around.get(3).highest()).hasToString("3");
      assertThat(around.get(7)).isEqualTo(RowState.UNKNOWN);
    }
  }

  /** Row deletes from before the guard reach the sequence family, too: the data may be newer. */
  @Test
  void markerOfTheWholeSequenceFamilySaysNothingOfTheRowsLastTime() throws Exception {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").withoutSediment().open()) {
      byte[] row = Bytes.toBytes("r");
      region.delete(new Delete(row, 50));
      region.put(new Put(row).addColumn(U, SEQUENCE, 100, new byte[3]));
      RowStateReader reader =
          new RowStateReader(region.region(), COLUMNS, List.of(U), false, new Counters());
      assertThat(reader.read(row).lastEffective()).isEqualTo(100);
    }
  }

  private static List<byte[]> rows(String... rows) {
    return List.of(rows).stream().map(Bytes::toBytes).toList();
  }

  private static byte[] row(Random random) {
    return Bytes.toBytes(String.format("%03d", random.nextInt(200)));
  }

  /** A sequence, a remembered delete, or data from before the guard. */
  private static void write(TestRegion region, Random random) throws Exception {
    byte[] row = row(random);
    long time = 1L + random.nextInt(1_000);
    switch (random.nextInt(3)) {
      case 0 ->
          region.put(
              new Put(row)
                  .addColumn(M, SEQUENCE, time, Bytes.toBytes("" + random.nextInt(1_000)))
                  .addColumn(U, SEQUENCE, time, new byte[3]));
      case 1 ->
          region.delete(
              new Delete(row)
                  .addColumns(M, SEQUENCE, time)
                  .addColumns(
                      M,
                      Bytes.toBytes("del:" + random.nextInt(1_000) + "@" + time + "@" + time),
                      5_000));
      default -> region.put(new Put(row).addColumn(U, SEQUENCE, time, new byte[3]));
    }
  }
}
