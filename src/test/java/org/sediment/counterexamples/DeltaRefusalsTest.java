package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Refusals.refused;
import static org.sediment.counterexamples.Story.MINUTE;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.TestRegion;

/** What is refused in delta families; the counter stays as it was. */
class DeltaRefusalsTest {
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Story.ordinary().open();
    region.clock().set(NOW);
    region.put(delta("r", RECENT + 10, "x:qty:e1=+3"));
    region.put(delta("r", RECENT + 20, "x:qty:e2=+4"));
    Steps.fold(region);
  }

  @AfterEach
  void nothingChanged() throws IOException {
    try (TestRegion closing = region) {
      Story.everywhere(
          closing, r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7)));
    }
  }

  /** One marker at the base's time would take its thousands of deltas along. */
  @Test
  void h10_markersThatWouldHitTheBase() {
    long through = RECENT + 20;
    refused(() -> region.delete(new Delete(bytes("r")).addFamilyVersion(bytes("x"), through)))
        .hasMessageContaining("r");
    refused(() -> region.delete(new Delete(bytes("r")).addFamily(bytes("x"), through)))
        .hasMessageContaining("r");
    for (String column : new String[] {"x:qty;", "x:qty<d:e1", "x:qty<R", "x:qty", "x:"}) {
      refused(() -> region.delete(nulls("r", null, through, column))).hasMessageContaining("r");
      byte[] qualifier = bytes(column.substring(2));
      refused(
          () -> region.delete(new Delete(bytes("r")).addColumn(bytes("x"), qualifier, through)));
    }
  }

  @Test
  void h10_writesOfBasesAndEntries() {
    for (String column :
        new String[] {"qty;", "qty<d:e1", "qty<r:e1", "qty<R", "qty<x:e1@5", "qty:", "qty"}) {
      refused(() -> region.put(delta("r", RECENT + 30, "x:" + column + "=+1")))
          .hasMessageContaining("qty");
    }
  }

  /** A peer folds on its own; another cluster's markers must not hit its bases. */
  @Test
  void h10_replicatedMarkersAndBasesAreDropped() throws IOException {
    long through = RECENT + 20;
    region.delete(replicated(new Delete(bytes("r")).addFamilyVersion(bytes("x"), through)));
    region.delete(replicated(new Delete(bytes("r")).addColumns(bytes("x"), bytes("qty;"), NOW)));
    region.delete(replicated(new Delete(bytes("r")).addColumn(bytes("x"), bytes("qty;"), through)));
    region.put(
        replicated(
            new Put(bytes("r")).addColumn(bytes("x"), bytes("qty;"), NOW, bytes("another's"))));
  }

  /** A tagged or malformed delta could never be folded, and would be passed over. */
  @Test
  void h02_deltasThatCouldNeverBeFolded() {
    long time = region.clock().now() - MINUTE;
    refused(() -> region.put(delta("r", time, "x:qty:e=+1").setTTL(1000)))
        .hasMessageContaining("TTL");
    Put labelled = delta("r", time, "x:qty:e=+1");
    labelled.setCellVisibility(new CellVisibility("secret"));
    refused(() -> region.put(labelled)).hasMessageContaining("isibility");
    Put controlled = delta("r", time, "x:qty:e=+1");
    controlled.setACL("someone", new Permission(Permission.Action.READ));
    refused(() -> region.put(controlled)).hasMessageContaining("ACL");
    refused(() -> region.put(delta("r", time, "x:qty:e=five!"))).hasMessageContaining("8 bytes");
  }

  /** Broke "any client may leave the time to the server": a replay got another time. */
  @Test
  void soundL_timesThatAReplayWouldNotRepeat() {
    byte[] one = Bytes.toBytes(1L);
    refused(() -> region.put(new Put(bytes("r")).addColumn(bytes("x"), bytes("qty:e"), one)))
        .hasMessageContaining("qty:e");
    refused(
        () ->
            region.put(
                put("r", "1", RECENT, "u:a=1")
                    .addColumn(bytes("x"), bytes("qty:e"), Long.MAX_VALUE, one)));
    refused(() -> region.delete(Events.sequenced(new Delete(bytes("r")), "1")));
    long farAhead = region.clock().now() + 61 * MINUTE;
    refused(() -> region.put(delta("r", farAhead, "x:qty:e=+1"))).hasMessageContaining("qty:e");
  }

  /** VERSIONS = 1 shows one cell a column, and the answer would hang on compaction. */
  @Test
  void h09_aSchemaThatHidesVersions() throws IOException {
    try (TestRegion wrong =
        TestRegion.builder()
            .table("versions")
            .sequence()
            .family(Families.of("x", "delta").setMaxVersions(1))
            .open()) {
      refused(() -> wrong.put(delta("r", RECENT, "x:qty:e1=+1"))).hasMessageContaining("VERSIONS");
    }
  }

  /** Broke a retention below the lag: an in-time delta pays no read and finds its marker purged. */
  @Test
  void h16_ii_aRetentionBelowTheLag() throws IOException {
    try (TestRegion wrong =
        Story.ordinary().table("retention").property("sediment.tombstone.retention", "1h").open()) {
      refused(() -> wrong.put(delta("r", RECENT, "x:qty:e1=+1")))
          .hasMessageContaining("sediment.tombstone.retention");
    }
  }
}
