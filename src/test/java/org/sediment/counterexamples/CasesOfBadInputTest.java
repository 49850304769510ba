package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** Cases from the field about bad input: it harms itself only. */
class CasesOfBadInputTest {
  /** Long.MAX_VALUE itself is "now" to HBase's client; on a delta there is no such thing. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE - 1, NOW + Story.DAY, NOW * 1000, Long.MAX_VALUE / 2})
  void r40_timesFarAheadAreRefusedAndNeighboursAreStored(long time) throws IOException {
    story()
        .then(r -> refused(r, put("r", "9", time, "u:a=9")))
        .then(r -> refused(r, deleteRow("r", "9", time)))
        .then(r -> refused(r, nulls("r", "9", time, "u:a")))
        .then(r -> refused(r, delta("r", time, "x:qty:e9=+9")))
        .then(r -> refused(r, retract("r", time, "x:qty:e1")))
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=1@" + PAST);
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
            });
  }

  private static void refused(TestRegion region, Mutation bad) throws IOException {
    OperationStatus[] answers =
        region.list(put("r", "1", PAST, "u:a=1"), bad, delta("r", RECENT, "x:qty:e1=+3"));
    assertThat(answers)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(
            OperationStatusCode.SUCCESS, OperationStatusCode.FAILURE, OperationStatusCode.SUCCESS);
    assertThat(answers[1].getExceptionMsg()).contains("'r'").containsIgnoringCase("millisecond");
    assertThatThrownBy(
            () -> {
              if (bad instanceof Put alone) {
                region.put(new Put(alone));
              } else {
                region.delete(
                    new org.apache.hadoop.hbase.client.Delete(
                        (org.apache.hadoop.hbase.client.Delete) bad));
              }
            })
        .isInstanceOf(DoNotRetryIOException.class);
  }

  /** HBase's client lets none be written; a request made by hand can hold one all the same. */
  @Test
  void r40_negativeTimesAreRefusedAndNeighboursAreStored() throws IOException {
    story()
        .then(r -> refusedAsNegative(r, new Put(bytes("r")).add(negative("u", "a"))))
        .then(r -> refusedAsNegative(r, new Put(bytes("r")).add(negative("x", "qty:e9"))))
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=1@" + PAST);
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
            });
  }

  private static KeyValue negative(String family, String qualifier) {
    byte[] value = Bytes.toBytes(9L);
    KeyValue cell = new KeyValue(bytes("r"), bytes(family), bytes(qualifier), 1, value);
    Bytes.putLong(cell.getBuffer(), cell.getTimestampOffset(), -1);
    return cell;
  }

  private static void refusedAsNegative(TestRegion region, Put bad) throws IOException {
    OperationStatus[] answers =
        region.list(
            put("r", "1", PAST, "u:a=1"),
            Events.sequenced(bad, "9"),
            delta("r", RECENT, "x:qty:e1=+3"));
    assertThat(answers)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(
            OperationStatusCode.SUCCESS, OperationStatusCode.FAILURE, OperationStatusCode.SUCCESS);
    assertThat(answers[1].getExceptionMsg()).contains("negative").contains("'r'");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void r40_theFirstMillisecondsOf1970AreTimesLikeAnyOther(long time) throws IOException {
    story()
        .then(r -> r.put(put("r", "1", time, "u:a=1")))
        .then(r -> r.put(delta("r", time, "x:qty:e1=+3")))
        .then(r -> r.put(put("d", "1", time, "u:a=1")))
        .then(r -> r.delete(deleteRow("d", "2", time)))
        .then(r -> r.put(put("d", "1", time, "u:a=1")))
        .then(r -> r.put(put("n", "1", time, "u:a=1", "u:b=1")))
        .then(r -> r.delete(nulls("n", "2", time, "u:a")))
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=1@" + time);
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
              assertThat(View.exists(r, "d")).isFalse();
              assertThat(View.row(r, "n")).isEqualTo("u:b=1");
            });
  }

  @Test
  void r40_anEventDatedAheadDoesNotBlockTheNextOne() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", NOW + 50 * Story.MINUTE, "u:a=1")))
        .then(r -> r.put(put("r", "2", NOW, "u:a=2")))
        .then(r -> r.put(put("d", "1", NOW + 50 * Story.MINUTE, "u:a=1")))
        .then(r -> r.delete(deleteRow("d", "2", NOW)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=2");
              assertThat(View.exists(r, "d")).isFalse();
            });
  }

  @Test
  void r40_aDeltaStampedByTheServerIsRefused() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      assertThatThrownBy(() -> region.put(delta("r", Long.MAX_VALUE, "x:qty:e1=+1")))
          .isInstanceOf(DoNotRetryIOException.class);
      assertThatThrownBy(() -> region.delete(deleteRow("r", "1", Long.MAX_VALUE)))
          .isInstanceOf(DoNotRetryIOException.class);
      assertThat(region.raw()).isEmpty();
    }
  }

  @Test
  void r41_poisonIsPassedOnAndHarmsItsOwnCounterOnly() throws IOException {
    List<String> poison = List.of("none", "three", "nine", "base", "version");
    story()
        .then(r -> r.put(delta("r", RECENT, "x:qty:e1=+3")))
        .then(
            r -> {
              String sediment = TestRegionBuilder.SEDIMENT;
              var with = r.table();
              r.alter(table -> table.removeCoprocessor(sediment));
              r.put(raw("none:e", new byte[0]));
              r.put(raw("three:e", new byte[3]));
              r.put(raw("nine:e", new byte[9]));
              r.put(raw("base;", bytes("no such message")));
              r.put(raw("version;", new byte[] {8, 99}));
              r.put(raw("base:e", Bytes.toBytes(5L)));
              r.put(raw("late<d:e", bytes("neither")));
              r.alter(table -> TableDescriptorBuilder.newBuilder(with));
            })
        .then(r -> r.put(delta("r", RECENT + 1, "x:qty:e2=+4")))
        .then(r -> r.put(delta("s", RECENT + 1, "x:qty:e2=+5")))
        .ends(
            r -> {
              List<String> left = new ArrayList<>();
              for (Cell cell : r.raw("x")) {
                left.add(Bytes.toStringBinary(CellUtil.cloneQualifier(cell)));
              }
              assertThat(left)
                  .contains(
                      "none:e", "three:e", "nine:e", "base;", "version;", "base:e", "late<d:e");
              assertThat(EndpointTotals.of(r.region(), "s"))
                  .hasEntrySatisfying(
                      "x:qty", total -> assertThat(total).isEqualByComparingTo("5"));
              assertThat(EndpointTotals.failures(r.region(), "r").keySet())
                  .containsAll(poison.stream().map(name -> "x:" + name).toList())
                  .doesNotContain("x:qty");
              assertThat(EndpointTotals.failures(r.region(), "r").get("x:three"))
                  .contains("'r'")
                  .contains("three");
              assertThat(EndpointTotals.exact(r.region(), "r").get("x:qty"))
                  .isEqualByComparingTo("7");
            });
  }

  private static Put raw(String qualifier, byte[] value) {
    return new Put(bytes("r"), RECENT).addColumn(bytes("x"), bytes(qualifier), value);
  }

  @Test
  void r36_mixedRowsAreWrittenInOrder() throws IOException {
    story()
        .then(
            r ->
                r.list(
                    put("r", "1", RECENT, "u:a=1", "u:b=1", "u:c=1"),
                    delta("r", RECENT, "x:a:e1=+1", "x:a!:e1=+1", "x:amt:e1=+1", "x::e1=+1")))
        .then(r -> r.delete(deleteRow("r", "2", RECENT + 5)))
        .then(
            r ->
                r.list(
                    put("r", "3", RECENT + 6, "u:a=3", "u:z=3"),
                    nulls("r", "3", RECENT + 6, "u:b"),
                    delta("r", RECENT + 6, "x:a:e2=+2", "x:a!:e2=+2", "x:amt:e2=+2", "x::e2=+2")))
        .then(
            r -> {
              r.flush();
              r.clock().advance(3 * Story.HOUR);
              r.majorCompact("x");
            })
        .then(r -> r.put(delta("r", RECENT + 6, "x:a:late=+9", "x::late=+9")))
        .then(r -> r.put(delta("r", RECENT + 3 * Story.HOUR, "x:a:e3=+4", "x:amt:e3=+4")))
        .ends(
            r -> {
              List<Cell> cells = r.raw();
              assertThat(cells).isSortedAccordingTo(CellComparator.getInstance());
              assertThat(Counter.read(r, "r", "a")).isEqualTo(Counter.of(6, 1));
              assertThat(Counter.read(r, "r", "a!")).isEqualTo(Counter.of(2));
              assertThat(Counter.read(r, "r", "amt")).isEqualTo(Counter.of(6));
              assertThat(Counter.read(r, "r", "")).isEqualTo(Counter.of(2, 1));
              assertThat(View.row(r, "r")).isEqualTo("u:a=3 u:z=3");
            });
  }

  @Test
  void small_microsecondsAreRefusedWithTheUnitNamed() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      assertThatThrownBy(() -> region.put(put("r", "1", NOW * 1000, "u:a=1")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("millisecond");
    }
  }
}
