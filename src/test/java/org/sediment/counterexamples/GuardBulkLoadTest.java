package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** Bulk loads into managed tables. */
class GuardBulkLoadTest {
  /** A bulk load knows no sequences; the rows it would hide or bring back cannot be judged. */
  @Test
  void a26_ii_bulkLoadsIntoStoresThatHoldOtherData() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(NOW);
      region.put(put("r", "4", RECENT, "u:a=4"));
      List<Pair<byte[], String>> load = List.of(new Pair<>(bytes("u"), "file"));
      assertThatThrownBy(() -> region.region().getCoprocessorHost().preBulkLoadHFile(load))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("empty");
      region.flush();
      assertThatThrownBy(() -> region.region().getCoprocessorHost().preBulkLoadHFile(load))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("empty");
    }
  }

  /** A load of several calls for one region must not be refused half-way. */
  @Test
  void a26_ii_aBulkLoadOfSeveralCallsIsTakenWhole() throws IOException {
    List<Pair<byte[], String>> load = List.of(new Pair<>(bytes("u"), "file"));
    try (TestRegion empty = Story.ordinary().table("loaded").open()) {
      empty.clock().set(NOW);
      empty.region().getCoprocessorHost().preBulkLoadHFile(load);
      HFiles.load(empty, "u", HFiles.cell("q", "u", "a", RECENT, bytes("1")));
      empty.region().getCoprocessorHost().preBulkLoadHFile(load);
      HFiles.load(empty, "u", HFiles.cell("q", "u", "b", RECENT, bytes("1")));
      assertThat(View.row(empty, "q")).isEqualTo("u:a=1 u:b=1");
    }
  }
}
