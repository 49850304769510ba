package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.Changes.atomic;
import static org.sediment.coprocessor.Changes.delete;
import static org.sediment.coprocessor.Changes.full;
import static org.sediment.coprocessor.Changes.set;
import static org.sediment.coprocessor.Changes.unset;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** Newer sequence wins on a real region, at every storage point. */
class RowGuardRegionTest {
  private static final long T = 1_000_000;

  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = TestRegion.builder().sequence().upsert("u").open();
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  /** Asserts a column's value now, after flush, after compactions and after reopening. */
  private void everywhere(String row, String column, String value) throws IOException {
    assertThat(region.value(row, "u", column)).as("memstore").isEqualTo(value);
    region.flush();
    assertThat(region.value(row, "u", column)).as("flushed").isEqualTo(value);
    region.majorCompact();
    assertThat(region.value(row, "u", column)).as("compacted").isEqualTo(value);
    region.reopen();
    assertThat(region.value(row, "u", column)).as("reopened").isEqualTo(value);
  }

  @Test
  void newerWinsWhateverTheOrderOfArrivalAndTime() throws IOException {
    region.put(set("r", "2", T, "a", "two"));
    region.put(set("r", "1", T + 5, "a", "one"));
    everywhere("r", "a", "two");
    region.put(set("r", "3", T - 5, "a", "three"));
    everywhere("r", "a", "three");
    region.put(set("r", "3", T - 5, "a", "replayed"));
    everywhere("r", "a", "three");
  }

  @Test
  void deleteIsRememberedThroughMajorCompaction() throws IOException {
    region.put(set("r", "1", T, "a", "one"));
    region.delete(delete("r", "3", T + 10));
    everywhere("r", "a", null);
    region.put(set("r", "2", T + 20, "a", "late"));
    everywhere("r", "a", null);
    region.put(set("r", "4", T, "a", "back"));
    everywhere("r", "a", "back");
  }

  @Test
  void deleteBeforeItsInsertLeavesNoGhost() throws IOException {
    region.delete(delete("r", "2", T));
    region.put(set("r", "1", T - 10, "a", "one"));
    everywhere("r", "a", null);
    assertThat(region.get("r").isEmpty()).isTrue();
  }

  @Test
  void nullIsNotAGhostAndIsRemembered() throws IOException {
    region.delete(unset("r", "5", T, "a"));
    assertThat(region.get("r").isEmpty()).isTrue();
    region.put(set("r", "4", T + 7, "a", "late"));
    everywhere("r", "a", null);
    assertThat(region.get("r").isEmpty()).isTrue();
    region.put(set("r", "6", T - 1, "a", "six"));
    everywhere("r", "a", "six");
  }

  @Test
  void deleteAndInsertInOneMillisecondInAnyOrder() throws IOException {
    region.put(set("r", "1", T, "a", "one"));
    region.put(set("r", "1.1", T, "b", "gone"));
    region.list(set("r", "8", T, "a", "new"), delete("r", "7", T));
    everywhere("r", "a", "new");
    region.list(delete("s", "7", T), set("s", "8", T, "a", "new"));
    everywhere("s", "a", "new");
    region.list(set("t", "7", T, "a", "new"), delete("t", "8", T));
    everywhere("t", "a", null);
  }

  @Test
  void rowDeleteAndColumnsInOneEventAreAnImage() throws IOException {
    region.put(set("r", "1", T, "b", "old"));
    region.mutateRow(atomic(delete("r", "5", T), set("r", "5", T, "a", "new")));
    everywhere("r", "a", "new");
    everywhere("r", "b", null);
    region.put(set("r", "4", T + 100, "b", "late"));
    everywhere("r", "b", null);
  }

  @Test
  void fullImageReplacesTheRow() throws IOException {
    region.put(set("r", "1", T, "b", "old"));
    region.put(full(set("r", "2", T, "a", "new")));
    everywhere("r", "a", "new");
    everywhere("r", "b", null);
    region.put(full(set("r", "3", T, "a", "newer")));
    everywhere("r", "a", "newer");
  }

  @Test
  void oneEventAsAList() throws IOException {
    region.put(set("r", "1", T, "b", "old"));
    region.list(set("r", "5", T, "a", "new"), unset("r", "5", T, "b"));
    everywhere("r", "a", "new");
    everywhere("r", "b", null);
  }

  @Test
  void refusalConcernsOneEventAndNeighboursAreStored() throws IOException {
    OperationStatus[] statuses =
        region.list(
            set("a", "1", T, "a", "x"), set("b", "one", T, "a", "x"), set("c", "1", T, "a", "x"));
    assertThat(statuses)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(
            OperationStatusCode.SUCCESS, OperationStatusCode.FAILURE, OperationStatusCode.SUCCESS);
    assertThat(statuses[1].getExceptionMsg()).contains("row 'b'", "'one'", "15 or 118.108.2");
    everywhere("a", "a", "x");
    everywhere("b", "a", null);
    everywhere("c", "a", "x");
  }

  @Test
  void singleRefusalIsAnErrorNotToBeRetried() {
    assertThatThrownBy(() -> region.put(set("r", "x", T, "a", "v")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("row 'r'");
  }
}
