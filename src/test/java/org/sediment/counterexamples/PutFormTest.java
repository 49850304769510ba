package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Refusals.refused;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** A Put that deletes its row, or sets columns to null, is the like Delete in every respect. */
class PutFormTest {
  private static TestRegionBuilder ground(String guard) {
    return Story.ordinary().family("p", "plain").property("sediment.guard", guard);
  }

  /** A delete of the whole row, as a Put says it. */
  private static Put saysDelete(String row, String sequence, long time) {
    return put(row, sequence, time, "m:op=delete");
  }

  /** Columns set to null, as a Put says it. */
  private static Put saysNulls(String row, String sequence, long time, String... columns) {
    Put put = put(row, sequence, time);
    for (String column : columns) {
      put.addColumn(bytes("m"), bytes("null:" + column), bytes(""));
    }
    return put;
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void aPutThatSaysDeleteDeletesTheRow(String guard) throws IOException {
    Story.in(() -> ground(guard))
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:a=1", "x:qty:e1=+1", "p:a=1")))
        .then(r -> r.put(saysDelete("r", "3", RECENT + 3)))
        .then(r -> r.put(put("r", "2", RECENT + 2, "u:a=2", "u:b=2")))
        .then(r -> r.put(saysDelete("r", "3", RECENT + 3)))
        .ends(
            r -> {
              assertThat(View.exists(r, "r")).isFalse();
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.absent());
            });
    Story.in(() -> ground(guard))
        .then(r -> r.put(saysDelete("r", "3", RECENT + 3)))
        .then(r -> r.put(put("r", "4", RECENT + 3, "u:a=4", "x:qty:e4=+4")))
        .then(r -> r.put(put("r", "2", RECENT + 9, "u:a=2")))
        .then(r -> r.put(saysDelete("r", "3", RECENT + 3)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=4");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(4));
            });
  }

  @Test
  void anUpsertSaysNothing() throws IOException {
    Story.in(() -> ground("row"))
        .then(r -> r.put(put("r", "1", RECENT + 1, "m:op=upsert", "u:a=1")))
        .then(r -> r.put(put("s", null, RECENT + 1, "m:op=upsert", "x:qty:e1=+1")))
        .then(r -> r.put(put("t", null, RECENT + 1, "m:op=upsert")))
        .then(r -> r.put(Events.sequenced(put("v", null, RECENT, "m:op=upsert", "u:a=1"), "7")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=1");
              assertThat(View.exists(r, "t")).isFalse();
              assertThat(View.sequence(r, "v")).isEqualTo("7");
              assertThat(r.value("r", "m", "op")).isNull();
              assertThat(r.value("s", "m", "op")).isNull();
              assertThat(r.value("v", "m", "op")).isNull();
            });
  }

  @Test
  void aPutSetsSomeColumnsAndSaysThatOthersAreNull() throws IOException {
    Story.in(() -> ground("cell"))
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:a=1", "u:b=1", "u:c:d=1")))
        .then(r -> r.put(put("r", "3", RECENT + 3, "u:a=3", "m:null:u:b=", "m:null:u:c:d=")))
        .then(r -> r.put(put("r", "2", RECENT + 2, "u:b=2", "u:e=2")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=3 u:e=2"));
  }

  /**
   * The oracle is the like Delete: what is stored of either is the same, bit by bit. With the guard
   * off, the sequence of a Put is a cell like any other, and that of a Delete is nowhere.
   */
  @ParameterizedTest
  @ValueSource(strings = {"row", "cell", "off"})
  void whatIsStoredIsThatOfTheLikeDelete(String guard) throws IOException {
    Random random = Seeds.random("PutFormTest " + guard);
    for (int round = 0; round < 40; round++) {
      List<List<Change>> calls = calls(random);
      List<String> expected;
      try (TestRegion deletes = ground(guard).open()) {
        expected = tell(guard, deletes, calls, false);
      }
      try (TestRegion puts = ground(guard).open()) {
        assertThat(tell(guard, puts, calls, true)).as("%s", calls).isEqualTo(expected);
      }
    }
  }

  private enum Kind {
    PUT,
    DELETE,
    NULLS,
    BOTH
  }

  private record Change(Kind kind, String row, int sequence, long time, boolean latest) {
    Mutation as(boolean puts) {
      long at = latest ? HConstants.LATEST_TIMESTAMP : time;
      String seq = "" + sequence;
      return switch (kind) {
        case PUT ->
            put(
                row,
                seq,
                time,
                "u:" + "abc".charAt(sequence % 3) + "=" + seq,
                "x:q:e" + seq + "=+1");
        case DELETE -> puts ? saysDelete(row, seq, time) : deleteRow(row, seq, time);
        case NULLS ->
            puts ? saysNulls(row, seq, at, "u:a", "u:b") : nulls(row, seq, at, "u:a", "u:b");
        case BOTH -> put(row, seq, time, "u:c=" + seq, "u:d=" + seq);
      };
    }
  }

  private static List<List<Change>> calls(Random random) {
    List<List<Change>> calls = new ArrayList<>();
    for (int call = 0; call < 12; call++) {
      List<Change> list = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int sequence = 1 + random.nextInt(12);
        Kind kind = Kind.values()[random.nextInt(3)];
        String row = "" + "rs".charAt(random.nextInt(2));
        long time = (random.nextInt(4) == 0 ? PAST : RECENT) + sequence / 2;
        list.add(new Change(kind, row, sequence, time, random.nextInt(5) == 0));
        if (kind == Kind.DELETE && random.nextInt(4) == 0) {
          list.add(new Change(Kind.BOTH, row, sequence, time, false));
        }
      }
      Collections.shuffle(list, random);
      calls.add(list);
    }
    return calls;
  }

  /** Answers of every call, then the cells stored. */
  private static List<String> tell(
      String guard, TestRegion region, List<List<Change>> calls, boolean puts) throws IOException {
    List<String> out = new ArrayList<>();
    region.clock().set(NOW);
    for (List<Change> call : calls) {
      List<Mutation> list = call.stream().map(change -> change.as(puts)).toList();
      try {
        for (OperationStatus status : region.list(list)) {
          out.add(status.getOperationStatusCode().name());
        }
      } catch (DoNotRetryIOException refused) {
        out.add("refused");
      }
      region.clock().advance(7);
    }
    for (Cell cell : region.raw()) {
      if (!guard.equals("off") || !CellUtil.matchingColumn(cell, bytes("m"), bytes("seq"))) {
        out.add(CellUtil.toString(cell, true).replaceAll("/seqid=\\d+", ""));
      }
    }
    return out;
  }

  @Test
  void inAListEachHasItsOwnAnswer() throws IOException {
    try (TestRegion region = ground("row").open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", RECENT, "u:a=1"));
      region.put(put("s", "1", RECENT, "u:a=1"));
      OperationStatus[] answers =
          region.list(
              put("q", "1", RECENT + 1, "u:a=1"),
              saysDelete("r", "2", RECENT + 2),
              put("s", "2", RECENT + 2, "m:op=delet"),
              put("t", "1", RECENT + 1, "m:op=delete", "u:a=1"),
              saysNulls("v", "1", RECENT + 1, "w:a"));
      assertThat(answers)
          .extracting(OperationStatus::getOperationStatusCode)
          .containsExactly(
              OperationStatusCode.SUCCESS,
              OperationStatusCode.SUCCESS,
              OperationStatusCode.FAILURE,
              OperationStatusCode.FAILURE,
              OperationStatusCode.FAILURE);
      assertThat(answers[2].getExceptionMsg()).contains("row 's' column 'm:op'", "'delet'");
      assertThat(answers[3].getExceptionMsg()).contains("row 't' column 'm:op'", "nothing else");
      assertThat(answers[4].getExceptionMsg()).contains("'m:null:w:a'", "no column");
      assertThat(View.row(region, "q")).isEqualTo("u:a=1");
      assertThat(View.exists(region, "r")).isFalse();
      assertThat(View.row(region, "s")).isEqualTo("u:a=1");
    }
  }

  /** A row delete and columns in one event are an image, however the delete is said. */
  @Test
  void withAPutOfTheSameSequenceItIsAnImage() throws IOException {
    Story.in(() -> ground("row"))
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:a=1", "u:b=1")))
        .then(
            r ->
                r.mutateRow(
                    together(saysDelete("r", "2", RECENT + 2), put("r", "2", RECENT + 2, "u:a=2"))))
        .then(r -> r.list(put("s", "2", RECENT + 2, "u:a=2"), saysDelete("s", "2", RECENT + 2)))
        .then(r -> r.put(put("s", "1", RECENT + 1, "u:b=1")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=2");
              assertThat(View.row(r, "s")).isEqualTo("u:a=2");
            });
  }

  @Test
  void aConditionalPutThatSaysDelete() throws IOException {
    Story.in(() -> TestRegion.builder().sequence().upsert("u"))
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:a=1")))
        .then(
            r ->
                r.checkAndMutate(
                    CheckAndMutate.newBuilder(bytes("r"))
                        .ifEquals(bytes("u"), bytes("a"), bytes("1"))
                        .build(saysDelete("r", "2", HConstants.LATEST_TIMESTAMP))))
        .then(r -> r.put(put("s", "1", RECENT + 1, "u:a=1")))
        .then(
            r ->
                r.checkAndMutate(
                    CheckAndMutate.newBuilder(bytes("s"))
                        .ifEquals(bytes("u"), bytes("a"), bytes("1"))
                        .build(
                            together(
                                saysDelete("s", "2", HConstants.LATEST_TIMESTAMP),
                                put("s", "2", HConstants.LATEST_TIMESTAMP, "u:b=2")))))
        .ends(
            r -> {
              assertThat(View.exists(r, "r")).isFalse();
              assertThat(View.row(r, "s")).isEqualTo("u:b=2");
            });
  }

  /** As for a Delete: the deltas it takes away would depend on when it came. */
  @Test
  void onATableWithDeltasItsTimeIsNotLeftToTheServer() throws IOException {
    try (TestRegion region = ground("row").open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", RECENT, "u:a=1"));
      Put latest = saysDelete("r", "2", HConstants.LATEST_TIMESTAMP);
      refused(() -> region.put(new Put(latest))).hasMessageContaining("time");
      refused(
              () ->
                  region.checkAndMutate(
                      CheckAndMutate.newBuilder(bytes("r"))
                          .ifEquals(bytes("u"), bytes("a"), bytes("1"))
                          .build(new Put(latest))))
          .hasMessageContaining("time");
      assertThat(View.row(region, "r")).isEqualTo("u:a=1");
    }
  }

  @Test
  void whatIsNotWellFormedIsRefused() throws IOException {
    try (TestRegion region = ground("row").open()) {
      region.clock().set(NOW);
      region.put(put("r", "4", RECENT, "u:a=4", "p:a=4", "x:q:e4=+4"));
      long time = RECENT + 5;
      for (Put put :
          List.of(
              put("r", "5", time, "m:op=delete", "u:a=5"),
              put("r", "5", time, "m:op=delete", "p:a=5"),
              put("r", "5", time, "m:op=delete", "x:q:e5=+5"),
              put("r", "5", time, "m:op=delete", "m:null:u:a="),
              put("r", "5", time, "m:op=delete", "m:img=1"))) {
        refused(() -> region.put(put)).hasMessageContaining("row 'r' column 'm:");
      }
      refused(() -> region.put(put("r", "5", time, "m:op=DELETE"))).hasMessageContaining("DELETE");
      refused(() -> region.put(put("r", "5", time, "m:op="))).hasMessageContaining("m:op");
      refused(() -> region.put(put("r", "5", time, "m:ops=delete"))).hasMessageContaining("m:ops");
      refused(() -> region.put(put("r", null, time, "m:op=delete"))).hasMessageContaining("m:seq");
      refused(() -> region.put(put("r", "x", time, "m:op=delete"))).hasMessageContaining("'x'");
      refused(() -> region.put(Events.sequenced(saysDelete("r", "5", time), "6")))
          .hasMessageContaining("sequence");
      refused(() -> region.put(saysDelete("r", "5", NOW + 2 * Story.HOUR)))
          .hasMessageContaining("sediment.future.skew");
      for (String column : List.of("u", "x:q:e4", "p:a", "nope:a", ":a", "m:seq")) {
        refused(() -> region.put(saysNulls("r", "5", time, "u:b", column)))
            .hasMessageContaining("'m:null:" + column + "'");
      }
      refused(() -> region.put(put("r", "5", time, "u:a=5", "m:null:u:a=")))
          .hasMessageContaining("u:a");
      assertThat(View.row(region, "r")).isEqualTo("p:a=4 u:a=4");
      assertThat(View.sequence(region, "r")).isEqualTo("4");
      assertThat(Counter.read(region, "r", "q")).isEqualTo(Counter.of(4));
    }
  }

  /** A sequence column of that name is the sequence, and there is no other meaning to it. */
  @Test
  void aSequenceColumnNamedOpIsTheSequence() throws IOException {
    TestRegionBuilder ground =
        TestRegion.builder().sequence().upsert("u").property("sediment.sequence.column", "m:op");
    try (TestRegion region = ground.open()) {
      region.clock().set(NOW);
      region.put(put("r", null, RECENT, "m:op=3", "u:a=3"));
      region.put(put("r", null, RECENT + 1, "m:op=2", "u:a=2"));
      assertThat(View.row(region, "r")).isEqualTo("u:a=3");
    }
  }

  /** The HBase shell puts one cell at a time, and gives the sequence as an attribute. */
  @Test
  void oneCellAndTheAttribute() throws IOException {
    Story.in(() -> ground("cell"))
        .then(r -> r.put(put("r", "1", RECENT + 1, "u:a=1", "u:b=1")))
        .then(r -> r.put(put("s", "1", RECENT + 1, "u:a=1", "u:b=1")))
        .then(r -> r.put(Events.sequenced(put("r", null, RECENT + 2, "m:op=delete"), "2")))
        .then(r -> r.put(Events.sequenced(put("s", null, RECENT + 2, "m:null:u:b="), "2")))
        .ends(
            r -> {
              assertThat(View.exists(r, "r")).isFalse();
              assertThat(View.row(r, "s")).isEqualTo("u:a=1");
            });
  }

  /** What Flink's HBase sink makes of a delete: one version of each column, of m as well. */
  @Test
  void aDeleteOfVersionsWithNoSequenceIsRefused() throws IOException {
    try (TestRegion region = ground("row").open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", RECENT, "u:a=1"));
      Delete delete = new Delete(bytes("r"), RECENT + 5);
      delete.addColumn(bytes("m"), bytes("seq")).addColumn(bytes("u"), bytes("a"));
      refused(() -> region.delete(delete)).hasMessageContaining("op").hasMessageContaining("'seq'");
      assertThat(View.row(region, "r")).isEqualTo("u:a=1");
      assertThat(View.sequence(region, "r")).isEqualTo("1");
    }
  }
}
