package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.sequenced;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Refusals.refused;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** What the guard refuses, since no answer to it could be right; the row stays as it was. */
class GuardRefusalsTest {
  private static final long TIME = RECENT + 10;

  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Story.ordinary().open();
    region.clock().set(NOW);
    region.put(put("r", "4", RECENT, "u:a=4"));
  }

  @AfterEach
  void nothingChanged() throws IOException {
    try (TestRegion closing = region) {
      assertThat(View.timed(closing, "r")).isEqualTo("u:a=4@" + RECENT);
      assertThat(View.sequence(closing, "r")).isEqualTo("4");
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refusedAlone(Mutation mutation) {
    return refused(
        () -> {
          if (mutation instanceof Put put) {
            region.put(put);
          } else {
            region.delete((Delete) mutation);
          }
        });
  }

  @Test
  void a09_settingAndNullingAColumnInOneEvent() {
    refused(
            () ->
                region.mutateRow(
                    together(nulls("r", "5", TIME, "u:a"), put("r", "5", TIME, "u:a=5"))))
        .hasMessageContaining("u:a");
    refused(
            () ->
                region.mutateRow(
                    together(image(put("r", "5", TIME, "u:a=5")), nulls("r", "5", TIME, "u:a"))))
        .hasMessageContaining("u:a");
  }

  @Test
  void a16_deletesOfOneVersion() {
    Delete ofColumn = new Delete(bytes("r")).addColumn(bytes("u"), bytes("a"), RECENT);
    refusedAlone(sequenced(ofColumn, "5")).hasMessageContaining("addColumns");
    Delete ofFamilyVersion = new Delete(bytes("r")).addFamilyVersion(bytes("u"), RECENT);
    refusedAlone(sequenced(ofFamilyVersion, "5")).hasMessageContaining("u");
    Delete ofFamily = new Delete(bytes("r")).addFamily(bytes("u"), TIME);
    refusedAlone(sequenced(ofFamily, "5")).hasMessageContaining("u");
  }

  /** Both would tag the sequence's own cell, too. */
  @Test
  void a17_cellTtlAndVisibility() {
    refusedAlone(put("r", "5", TIME, "u:a=5").setTTL(3_600_000)).hasMessageContaining("TTL");
    Put labelled = put("r", "5", TIME, "u:a=5");
    labelled.setCellVisibility(new CellVisibility("secret"));
    refusedAlone(labelled).hasMessageContaining("isibility");
  }

  /** There is no {@code unsequenced=allow}: it broke the guard's memory. */
  @Test
  void a19_writesWithoutASequence() {
    refusedAlone(put("r", null, TIME, "u:a=5")).hasMessageContaining("m:seq");
    refusedAlone(nulls("r", null, TIME, "u:a")).hasMessageContaining("sediment.seq");
    refusedAlone(deleteRow("r", null, TIME)).hasMessageContaining("sediment.seq");
  }

  /** What CopyTable and Import make of a row: run them with the guard off. */
  @Test
  void a26_i_cellsOfTwoTimesInOneEvent() {
    Put two =
        new Put(bytes("r"))
            .addColumn(bytes("u"), bytes("a"), TIME, bytes("5"))
            .addColumn(bytes("u"), bytes("b"), TIME + 1, bytes("5"));
    refusedAlone(sequenced(two, "5")).hasMessageContaining("r");
  }

  @Test
  void a31_clientWritesOfTheGuardsOwnColumns() {
    refusedAlone(put("r", "5", TIME, "u:a=5", "m:img=x")).hasMessageContaining("m:img");
    refusedAlone(put("r", "5", TIME, "u:a=5", "m:del:9@9@9=x")).hasMessageContaining("m:del");
    refusedAlone(nulls("r", "5", TIME, "m:seq")).hasMessageContaining("m:seq");
    Delete family = new Delete(bytes("r")).addFamily(bytes("m"), TIME);
    refusedAlone(sequenced(family, "5")).hasMessageContaining("m");
  }

  /** Broke "default off if the family does not exist": an alter switched the guard off. */
  @Test
  void a27_everyWriteOnceTheSequenceFamilyIsGone() throws IOException {
    try (TestRegion altered = Story.ordinary().table("altered").open()) {
      altered.clock().set(NOW);
      altered.put(put("r", "4", RECENT, "u:a=4"));
      altered.alter(table -> table.removeColumnFamily(bytes("m")));
      refused(() -> altered.put(new Put(bytes("r")).addColumn(bytes("u"), bytes("a"), bytes("5"))))
          .hasMessageContaining("sediment");
      assertThat(Bytes.toString(altered.get("r").getValue(bytes("u"), bytes("a")))).isEqualTo("4");
    }
  }

  @Test
  void a27_everyWriteWhenTheSequenceColumnIsMisspelt() throws IOException {
    try (TestRegion wrong =
        Story.ordinary().table("wrong").property("sediment.sequence.column", "n:seq").open()) {
      refused(() -> wrong.put(put("r", "4", RECENT, "u:a=4")))
          .hasMessageContaining("sediment.sequence.column")
          .hasMessageContaining("n:seq");
    }
  }
}
