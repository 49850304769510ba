package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.sediment.model.RemovalName;

/** Which of a row's remembered deletes a compaction keeps. */
final class RemovalRunTest {
  private static final long ALL = 1000;

  private static Cell marker(String name, long arrival, long sequenceId) {
    byte[] row = Bytes.toBytes("r");
    byte[] family = Bytes.toBytes("m");
    KeyValue cell =
        new KeyValue(row, family, Bytes.toBytes(name), arrival, KeyValue.Type.DeleteColumn);
    cell.setSequenceId(sequenceId);
    return cell;
  }

  private static List<String> kept(List<Cell> markers) {
    RemovalRun run = new RemovalRun(ALL);
    markers.stream().sorted(CellComparator.getInstance()).forEach(run::take);
    List<Cell> out = new ArrayList<>();
    run.drain(out);
    assertThat(out).isSortedAccordingTo(CellComparator.getInstance());
    return out.stream().map(RemovalRunTest::name).toList();
  }

  private static String name(Cell cell) {
    return Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  /** All arrive in one batch: sorted by name the lower ones come first. */
  @Test
  void ofThoseOfOneMillisecondOnlyTheHighestStays() {
    assertThat(
            kept(
                Stream.of("del:2@20@20", "del:3@30@30", "del:10@40@40", "del:9@40@40")
                    .map(name -> marker(name, 500, 1))
                    .toList()))
        .containsExactly("del:10@40@40");
  }

  @Test
  void ofThoseOfOneMillisecondTheHighestInEachRespectStays() {
    assertThat(
            kept(
                Stream.of("del:9@90@10", "del:5@0@60", "del:4@0@50", "del:3@0@70", "at:1@95@3")
                    .map(name -> marker(name, 500, 1))
                    .toList()))
        .containsExactly("at:1@95@3", "del:3@0@70", "del:9@90@10");
  }

  @Test
  void aLowerOneThatArrivedLaterStaysSinceItIsRememberedLonger() {
    assertThat(kept(List.of(marker("del:9@9@9", 500, 1), marker("del:2@2@2", 501, 1))))
        .containsExactly("del:2@2@2", "del:9@9@9");
    assertThat(kept(List.of(marker("del:9@9@9", 501, 1), marker("del:2@2@2", 500, 1))))
        .containsExactly("del:9@9@9");
  }

  @Test
  void whatAnOpenReaderMayNotSeeYetStaysAndHidesNothing() {
    assertThat(kept(List.of(marker("del:9@9@9", 500, ALL + 1), marker("del:2@2@2", 500, 1))))
        .containsExactly("del:2@2@2", "del:9@9@9");
  }

  /** At every later moment the state is the same with what was dropped as without it. */
  @RepeatedTest(200)
  void whatIsDroppedIsNeverMissed(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<Cell> markers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String kind = random.nextInt(4) == 0 ? "at:" : "del:";
      String name = kind + random.nextInt(12) + "@" + random.nextInt(6) + "@" + random.nextInt(6);
      if (markers.stream().noneMatch(cell -> name(cell).equals(name))) {
        markers.add(marker(name, random.nextInt(4), 1));
      }
    }
    List<String> kept = kept(markers);
    List<Cell> left = markers.stream().filter(cell -> kept.contains(name(cell))).toList();
    for (int forgotten = -1; forgotten < 4; forgotten++) {
      assertThat(state(left, forgotten)).isEqualTo(state(markers, forgotten));
    }
    for (Cell one : left) {
      List<Object> itself = state(List.of(one), -1);
      List<Object> highest = state(markers, one.getTimestamp() - 1);
      assertThat(
              IntStream.range(0, itself.size()).anyMatch(i -> itself.get(i).equals(highest.get(i))))
          .as("%s is the highest in some respect", name(one))
          .isTrue();
    }
  }

  /** What the markers say that arrived after a moment, as the guard reads it. */
  private static List<Object> state(List<Cell> markers, long forgotten) {
    List<RemovalName> names =
        markers.stream()
            .filter(cell -> cell.getTimestamp() > forgotten)
            .map(cell -> Bytes.toBytes(name(cell)))
            .map(name -> RemovalName.parse(name, 0, name.length).orElseThrow())
            .toList();
    List<RemovalName> deletes =
        names.stream().filter(name -> name.kind() == RemovalName.Kind.DELETE).toList();
    return List.of(
        names.stream().map(RemovalName::sequence).max((a, b) -> a.compareTo(b)),
        deletes.stream().map(RemovalName::sequence).max((a, b) -> a.compareTo(b)),
        names.stream().mapToLong(RemovalName::effective).max(),
        deletes.stream().mapToLong(RemovalName::effective).max(),
        deletes.stream().mapToLong(RemovalName::commit).max());
  }
}
