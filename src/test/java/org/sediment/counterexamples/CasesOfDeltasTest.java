package org.sediment.counterexamples;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.Families;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Cases from the field about counters: deletes, retractions, replays, names, decimals. */
class CasesOfDeltasTest {
  private static void counts(TestRegion region, String row, String counter, long total)
      throws IOException {
    assertThat(Counter.read(region, row, counter)).isEqualTo(Counter.of(total));
    assertThat(EndpointTotals.of(region.region(), row).get("x:" + counter))
        .isEqualByComparingTo(BigDecimal.valueOf(total));
  }

  @ParameterizedTest
  @ValueSource(longs = {PAST, RECENT})
  void r01_aDeleteInAFileThatIsLeftOutStillErases(long time) throws IOException {
    story()
        .then(r -> r.put(delta("r", time + 100, "x:qty:e1=+10")))
        .then(r -> r.put(delta("r", time + 110, "x:qty:e2=+5")))
        .then(r -> r.delete(deleteRow("r", "1", time + 200)))
        .then(r -> r.put(delta("r", time + 300, "x:qty:e3=+7")))
        .ends(r -> counts(r, "r", "qty", 7));
  }

  @Test
  void r01_compactionOfTheFilesAroundTheDelete() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.put(delta("r", RECENT + 100, "x:qty:e1=+10"));
      region.put(delta("r", RECENT + 110, "x:qty:e2=+5"));
      region.flush();
      region.clock().advance(Story.MINUTE * 5);
      region.delete(deleteRow("r", "1", RECENT + 200));
      region.flush();
      region.put(delta("r", RECENT + 300, "x:qty:e3=+7"));
      region.flush();
      region.clock().advance(Story.HOUR * 3);
      region.compact("x", 0, 2);
      counts(region, "r", "qty", 7);
      for (Cell cell : region.raw("x")) {
        if (Bytes.toString(CellUtil.cloneQualifier(cell)).equals("qty;")) {
          assertThat(cell.getTimestamp())
              .as("what the delete covers is not lifted above it")
              .isLessThan(RECENT + 199);
        }
      }
      region.majorCompact();
      counts(region, "r", "qty", 7);
      assertThat(Counter.base(region, "r", "qty").getCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {PAST, RECENT})
  void r06_aRetractionOutlivesACompactionWithoutItsDelta(long time) throws IOException {
    story()
        .then(r -> r.put(delta("r", time + 100, "x:qty:e1=+10")))
        .then(r -> r.delete(retract("r", time + 100, "x:qty:e1")))
        .then(r -> r.put(delta("r", time + 300, "x:qty:e2=+5")))
        .ends(r -> counts(r, "r", "qty", 5));
    story()
        .then(r -> r.delete(retract("r", time + 100, "x:qty:e1")))
        .then(r -> r.put(delta("r", time + 300, "x:qty:e2=+5")))
        .then(r -> r.put(delta("r", time + 100, "x:qty:e1=+10")))
        .ends(r -> counts(r, "r", "qty", 5));
  }

  @Test
  void r06_compactionOfTheRetractionAndALaterDelta() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(Story.NOW);
      region.put(delta("r", RECENT + 100, "x:qty:e1=+10"));
      region.flush();
      region.delete(retract("r", RECENT + 100, "x:qty:e1"));
      region.flush();
      region.put(delta("r", RECENT + 300, "x:qty:e2=+5"));
      region.flush();
      region.clock().advance(Story.HOUR * 3);
      region.compact("x", 1, 2);
      counts(region, "r", "qty", 5);
      region.majorCompact();
      counts(region, "r", "qty", 5);
      region.majorCompact();
      counts(region, "r", "qty", 5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void r07_slicesOfARowLoseNoCell(int slice) throws IOException {
    Story.in(() -> Story.ordinary().conf("hbase.hstore.compaction.kv.max", "" + slice))
        .then(
            r -> {
              r.put(put("r1", "1", RECENT, "u:a=1", "u:qty=2", "u:z=3", "u:{=4"));
              for (int i = 0; i < 25; i++) {
                r.put(delta("r1", RECENT + i, "x:qty:e" + i + "=+" + (i + 1)));
              }
            })
        .then(
            r -> {
              r.put(delta("r1", RECENT, "x:a:e=+7", "x:z:e=+8"));
              for (int i = 0; i < slice; i++) {
                r.put(delta("r2", RECENT + i, "x:qty:e" + i + "=+1"));
              }
              r.put(delta("r3", RECENT, "x:qty:e=+9"));
            })
        .ends(
            r -> {
              counts(r, "r1", "a", 7);
              counts(r, "r1", "qty", 325);
              counts(r, "r1", "z", 8);
              counts(r, "r2", "qty", slice);
              counts(r, "r3", "qty", 9);
              assertThat(View.row(r, "r1")).isEqualTo("u:a=1 u:qty=2 u:z=3 u:{=4");
              List<Cell> whole = r.cells(new Scan());
              for (int batch : new int[] {1, 3, 10}) {
                assertThat(r.cells(new Scan().setBatch(batch)))
                    .as("slices of %s", batch)
                    .isEqualTo(whole);
              }
            });
  }

  @Test
  void r20_aLateDeltaCountsWhereLateStateDoesNot() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:b=1", "x:a:1=+1")))
        .then(r -> r.put(put("r", "2", RECENT + 2, "u:b=2", "x:a:2=+2")))
        .then(r -> r.put(put("r", "1.5", RECENT + 1, "u:b=3", "x:a:1b=+3")))
        .ends(
            r -> {
              counts(r, "r", "a", 6);
              assertThat(View.row(r, "r")).isEqualTo("u:b=2");
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {PAST, RECENT})
  void r20_aDeltaOfBeforeTheDeleteDoesNotCount(long time) throws IOException {
    story()
        .then(r -> r.put(put("r", "1", time + 1, "u:b=1", "x:a:1=+1")))
        .then(r -> r.delete(deleteRow("r", "2", time + 10)))
        .then(r -> r.put(put("r", "1.5", time + 5, "u:b=3", "x:a:1b=+3")))
        .ends(
            r -> {
              assertThat(Counter.read(r, "r", "a")).isEqualTo(Counter.absent());
              assertThat(View.exists(r, "r")).isFalse();
            });
  }

  @Test
  void r23_whatTheFoldHoldsIsACopy() throws IOException {
    // blocks live outside the heap and are reused once a cell of theirs has been shipped
    Random random = Seeds.random("r23");
    try (TestRegion region =
        Story.ordinary()
            .family(Families.of("x", "delta").setBlocksize(4096))
            .conf("hbase.bucketcache.ioengine", "offheap")
            .conf("hbase.bucketcache.size", "32")
            .conf("hbase.rs.cacheblocksonwrite", "true")
            .open()) {
      region.clock().set(Story.NOW);
      long sum = 0;
      for (int part = 0; part < 5; part++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
          long value = random.nextInt();
          sum += value;
          Put put = new Put(bytes("r"), RECENT + random.nextInt(1000));
          byte[] id = bytes("qty:" + random.nextLong() + "-" + part + "-" + i);
          puts.add(put.addColumn(bytes("x"), id, Bytes.toBytes(value)));
        }
        region.list(puts);
        region.flush();
      }
      counts(region, "r", "qty", sum);
      region.clock().advance(3 * Story.HOUR);
      region.compact("x", 1, 3);
      counts(region, "r", "qty", sum);
      region.majorCompact("x");
      counts(region, "r", "qty", sum);
      assertThat(Counter.base(region, "r", "qty").getCount()).isEqualTo(50_000);
    }
  }

  @Test
  void r38_aBatchSentTwiceCountsOnce() throws IOException {
    story()
        .then(r -> r.list(put("r", "1", RECENT, "u:a=1", "x:qty:e1=+3"), second()))
        .then(r -> r.list(put("r", "1", RECENT, "u:a=1", "x:qty:e1=+3"), second()))
        .ends(
            r -> {
              counts(r, "r", "qty", 3);
              counts(r, "s", "qty", 4);
              assertThat(View.row(r, "r")).isEqualTo("u:a=1");
            });
  }

  private static Put second() {
    return delta("s", RECENT, "x:qty:e1=+4");
  }

  @Test
  void r38_aBatchSentAgainAfterTheFoldCountsOnce() throws IOException {
    story()
        .then(r -> r.put(delta("r", RECENT, "x:qty:e1=+3")))
        .then(
            r -> {
              r.flush();
              r.clock().advance(3 * Story.HOUR);
              r.majorCompact();
              assertThat(Counter.base(r, "r", "qty").getCount()).isEqualTo(1);
            })
        .then(r -> r.put(delta("r", RECENT, "x:qty:e1=+3")))
        .then(TestRegion::reopen)
        .then(r -> r.put(delta("r", RECENT, "x:qty:e1=+3")))
        .ends(
            r -> {
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3, 1));
            });
  }

  @Test
  void r42_neighboursInNameNeverMix() throws IOException {
    byte[] notUtf8 = {(byte) 0xC3, 0x28, (byte) 0xFF, 0};
    byte[] kilobyte = new byte[1024];
    kilobyte[0] = ':';
    List<byte[]> ids =
        List.of(
            bytes("e"), bytes("a:b"), new byte[] {0}, new byte[] {(byte) 0xFF}, notUtf8, kilobyte);
    List<String> counters = List.of("amt", "amt2", "a", "a\0", "", "am");
    story()
        .then(r -> named(r, ids.subList(0, 3), counters))
        .then(r -> named(r, ids.subList(3, 6), counters))
        .ends(
            r -> {
              long factor = 1;
              for (String counter : counters) {
                assertThat(Counter.read(r, "r", counter))
                    .as("counter '%s'", counter)
                    .isEqualTo(Counter.of(6 * factor));
                factor *= 10;
              }
            });
  }

  private static void named(TestRegion region, List<byte[]> ids, List<String> counters)
      throws IOException {
    for (byte[] id : ids) {
      Put put = new Put(bytes("r"), RECENT);
      long factor = 1;
      for (String counter : counters) {
        byte[] qualifier = Bytes.add((counter + ":").getBytes(ISO_8859_1), id);
        put.addColumn(bytes("x"), qualifier, Bytes.toBytes(factor));
        factor *= 10;
      }
      region.put(put);
    }
  }

  @Test
  void r43_decimalsOfMixedScalesSumExactlyInAnyOrderOfFolds() throws IOException {
    Random random = Seeds.random("r43");
    List<BigDecimal> values = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      values.add(
          i % 3 == 0
              ? new BigDecimal("0.0001").multiply(BigDecimal.valueOf(random.nextInt(9999) - 5000))
              : BigDecimal.valueOf(1 + random.nextInt(10), 2));
    }
    BigDecimal sum = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    for (int order = 0; order < 3; order++) {
      try (TestRegion region =
          Story.ordinary().delta("y").familyValue("y", "sediment.fold", "sum:decimal").open()) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
          places.add(i);
        }
        Collections.shuffle(places, random);
        for (int part = 0; part < 3; part++) {
          List<Put> puts = new ArrayList<>();
          for (int place : places.subList(part * 1000, part * 1000 + 1000)) {
            Put put = new Put(bytes("r"), region.clock().now() - place);
            put.addColumn(bytes("y"), bytes("paid:" + place), Bytes.toBytes(values.get(place)));
            puts.add(put);
          }
          region.list(puts);
          region.flush();
          if (part == order) {
            region.clock().advance(5 * Story.MINUTE);
            region.majorCompact();
          }
        }
        region.clock().advance(3 * Story.HOUR);
        region.majorCompact();
        assertThat(EndpointTotals.of(region.region(), "r").get("y:paid")).isEqualByComparingTo(sum);
      }
    }
  }
}
