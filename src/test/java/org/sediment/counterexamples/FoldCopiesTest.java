package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Interference.At.PRE_COMPACT_SCANNER_OPEN;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import com.google.protobuf.ByteString;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos;
import org.sediment.testing.TestRegion;

/** Deltas beside the base that holds them, cells that cannot be folded, read points. */
class FoldCopiesTest {
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Interference.on(Story.ordinary()).open();
    region.clock().set(NOW);
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private void write(long time, String cell) throws IOException {
    region.put(delta("r", time, cell));
    region.flush();
  }

  private void ends(Counter counter) throws IOException {
    Story.everywhere(region, r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(counter));
  }

  /**
   * Broke a fold that adds what is at or below T and takes the old base along: after a split,
   * inputs and output of a compaction are compacted together, and the sum doubled for ever.
   */
  @Test
  void h01_a_inputsBesideTheirOutputAreCopies() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    List<Path> inputs = HFiles.copies(region, "x");
    Steps.foldFiles(region);
    assertThat(Counter.columns(region, "r")).containsExactly("qty;@" + (RECENT + 20));
    HFiles.revive(region, "x", inputs);
    assertThat(region.files("x")).hasSize(3);
    ends(Counter.of(7));
    assertThat(Counter.columns(region, "r")).containsExactly("qty;@" + (RECENT + 20));
    assertThat(Counter.base(region, "r", "qty").getCount()).isEqualTo(2);
  }

  /** As above, with more copies than a fold may hold back until it meets the base. */
  @Test
  void h01_a_moreCopiesThanAFoldMayHoldAreCopies() throws IOException {
    for (int i = 0; i < 1500; i++) {
      region.put(delta("r", RECENT + i, "x:qty:a" + i + "=+1"));
    }
    region.flush();
    List<Path> inputs = HFiles.copies(region, "x");
    Steps.foldFiles(region);
    for (int i = 0; i < 1200; i++) {
      region.put(delta("r", NOW + 2 * HOUR + i, "x:qty:b" + i + "=+1"));
    }
    HFiles.revive(region, "x", inputs);
    ends(Counter.of(2700));
    assertThat(Counter.base(region, "r", "qty").getCount()).isEqualTo(2700);
  }

  /** Two outputs of which one holds more: only the highest counts. */
  @Test
  void soundD_anOlderOutputBesideANewerOneIsIgnored() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    Steps.foldFiles(region);
    List<Path> older = HFiles.copies(region, "x");
    write(NOW + 3 * HOUR, "x:qty:e2=+4");
    Steps.foldFiles(region);
    List<Path> newer = HFiles.copies(region, "x");
    HFiles.revive(region, "x", older);
    HFiles.revive(region, "x", newer);
    ends(Counter.of(7));
  }

  /**
   * Broke a fold that took the base it met for the newest one: a late delta went into an older base
   * that the newest, in a file left out, governs, and was in no total and no list.
   */
  @Test
  void h14_aLateDeltaIsNotFoldedIntoABaseThatIsNotTheNewest() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    Steps.foldFiles(region);
    write(RECENT + 20, "x:qty:e2=+4");
    List<Path> inputs = HFiles.copies(region, "x");
    Steps.foldFiles(region);
    String newest = region.files("x").get(0).getPath().getName();
    HFiles.load(region, "x", HFiles.cell("r", "x", "qty:e0", RECENT + 15, Bytes.toBytes(100L)));
    HFiles.revive(region, "x", inputs);
    List<HStoreFile> files = region.files("x");
    int[] others =
        IntStream.range(0, files.size())
            .filter(i -> !files.get(i).getPath().getName().equals(newest))
            .toArray();
    assertThat(others).hasSize(3);
    region.compact("x", others);
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(7, 1));
    ends(Counter.of(7, 1));
  }

  /** Broke a fold that had swallowed a delta when it met a base it does not understand. */
  @Test
  void h01_b_aBaseThatIsNotUnderstoodStopsTheFoldOfItsCounter() throws IOException {
    byte[] laterFormat = base(99, "sum", "int64");
    byte[] otherType = base(1, "sum", "decimal");
    region.put(
        delta(
            "r", RECENT + 10, "x:later:e1=+1", "x:other:e1=+1", "x:qty:e1=+1", "x:garbage:e1=+1"));
    region.put(
        delta(
            "r", RECENT + 30, "x:later:e3=+1", "x:other:e3=+1", "x:qty:e3=+1", "x:garbage:e3=+1"));
    region.flush();
    HFiles.load(
        region,
        "x",
        HFiles.cell("r", "x", "later;", RECENT + 20, laterFormat),
        HFiles.cell("r", "x", "other;", RECENT + 20, otherType),
        HFiles.cell("r", "x", "garbage;", RECENT + 20, bytes("garbage")));
    Steps.foldFiles(region);
    assertThat(Counter.columns(region, "r"))
        .containsExactly(
            "garbage:e1@" + (RECENT + 10),
            "garbage:e3@" + (RECENT + 30),
            "garbage;@" + (RECENT + 20),
            "later:e1@" + (RECENT + 10),
            "later:e3@" + (RECENT + 30),
            "later;@" + (RECENT + 20),
            "other:e1@" + (RECENT + 10),
            "other:e3@" + (RECENT + 30),
            "other;@" + (RECENT + 20),
            "qty;@" + (RECENT + 30));
    assertThat(region.get("r").getValue(bytes("x"), bytes("later;"))).isEqualTo(laterFormat);
    assertThat(region.get("r").getValue(bytes("x"), bytes("garbage;"))).isEqualTo(bytes("garbage"));
    ends(Counter.of(2));
  }

  private static byte[] base(int format, String aggregator, String type) {
    return SedimentProtos.Base.newBuilder()
        .setFormat(format)
        .setAggregator(aggregator)
        .setType(type)
        .setSum(SedimentProtos.Number.newBuilder().setUnscaled(ByteString.copyFrom(new byte[] {7})))
        .setCount(1)
        .setOldest(RECENT)
        .setFoldedSequenceId(1)
        .build()
        .toByteArray();
  }

  /**
   * Broke "a cell above the read point is kept": another delta with a higher time was folded, and
   * the base passed over the one that was kept.
   */
  @Test
  void h02_aFileThatIsNotSettledCountsAsLeftOut() throws IOException {
    write(RECENT + 30, "x:qty:e2=+4");
    try (RegionScanner reader = region.region().getScanner(View.one("r"))) {
      write(PAST + 8, "x:qty:e1=+3");
      Steps.foldFiles(region);
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(7));
      region.majorCompact("x");
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(7));
      assertThat(reader.getMvccReadPoint()).isPositive();
    }
    ends(Counter.of(7));
    assertThat(Counter.columns(region, "r")).containsExactly("qty;@" + (RECENT + 30));
  }

  /** A cell that can never be folded because of what it is must never be taken for a copy. */
  @Test
  void h02_poisonBelowTheBaseStays() throws IOException {
    HFiles.load(region, "x", HFiles.cell("r", "x", "qty:poison", RECENT + 10, bytes("five!")));
    write(RECENT + 30, "x:qty:e2=+4");
    Steps.foldFiles(region);
    Steps.foldFiles(region);
    region.reopen();
    assertThat(Counter.columns(region, "r")).contains("qty:poison@" + (RECENT + 10));
    assertThat(region.get("r").getValue(bytes("x"), bytes("qty:poison"))).isEqualTo(bytes("five!"));
  }

  /** Broke a read point taken in preCompact: a scanner that closes in between raises it. */
  @Test
  void h03_a_aReplayAboveTheCompactorsReadPointIsFoldedOnce() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    closeAScannerOnTheWay();
    write(RECENT + 10, "x:qty:e1=+3");
    Steps.foldFiles(region);
    ends(Counter.of(3));
  }

  @Test
  void h03_c_aRetractionAboveTheCompactorsReadPointIsObeyed() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    closeAScannerOnTheWay();
    region.delete(retract("r", RECENT + 10, "x:qty:e1"));
    region.flush();
    Steps.foldFiles(region);
    ends(Counter.of(4));
  }

  private void closeAScannerOnTheWay() throws IOException {
    RegionScanner reader = region.region().getScanner(View.one("r"));
    Interference.before(region).once(PRE_COMPACT_SCANNER_OPEN, reader::close);
  }

  /** The safety net: what no base can hold is listed, not destroyed. */
  @Test
  void h14_aDeltaBelowTheBaseThatCameAfterItIsListed() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    Steps.foldFiles(region);
    HFiles.load(region, "x", HFiles.cell("r", "x", "qty:e0", RECENT + 5, Bytes.toBytes(100L)));
    ends(Counter.of(7, 1));
    assertThat(Counter.open(region, "r", "qty")).containsExactly("qty<d:e0@" + (RECENT + 5));
  }

  @Test
  void h14_aRowDeleteInsideTheBaseThatCameAfterItIsListed() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    Steps.foldFiles(region);
    HFiles.load(
        region,
        "x",
        new KeyValue(bytes("r"), bytes("x"), null, RECENT + 15, KeyValue.Type.DeleteFamily));
    region.majorCompact("x");
    ends(Counter.of(7, 1));
    assertThat(Counter.open(region, "r", "qty")).singleElement().asString().startsWith("qty<R@");
  }

  /**
   * HBase zeroes sequence IDs in files of more than five days: what a fold had to leave in place
   * would then be taken for a copy by the next.
   */
  @Test
  void h14_whatIsLateStaysProvenWhenItsFileGrowsOld() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    Steps.foldFiles(region);
    HFiles.load(region, "x", HFiles.cell("r", "x", "qty:e0", RECENT + 5, Bytes.toBytes(100L)));
    region.put(delta("r", 5, "x:other:e=+1")); // held in memory: nothing of the row may be folded
    for (int i = 0; i < 2; i++) {
      region.majorCompact("x");
      assertThat(Counter.columns(region, "r")).contains("qty:e0@" + (RECENT + 5));
      for (HStoreFile file : region.files("x")) {
        assertThat(new File(file.getPath().toUri().getPath()).setLastModified(1)).isTrue();
      }
    }
    Steps.fold(region);
    ends(Counter.of(7, 1));
    assertThat(Counter.open(region, "r", "qty")).containsExactly("qty<d:e0@" + (RECENT + 5));
  }

  /** Ties between bases of one time are decided by the sequence ID: it never falls. */
  @Test
  void h19_theSequenceIdOfABaseNeverFalls() throws IOException {
    long last = 0;
    for (int i = 1; i <= 4; i++) {
      write(region.clock().now() - 1, "x:qty:e" + i + "=+1");
      Steps.foldFiles(region);
      region.majorCompact("x");
      long folded = Counter.base(region, "r", "qty").getFoldedSequenceId();
      assertThat(folded).isGreaterThan(last);
      last = folded;
    }
    ends(Counter.of(4));
  }
}
