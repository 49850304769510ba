package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.PAST;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** A live table goes from row to cell mode and back: no event is lost, none counts again. */
class ModeSwitchTest {
  private static void guard(TestRegion region, String mode) throws IOException {
    region.alter(table -> table.setValue("sediment.guard", mode));
  }

  /** The columns of a row that have an entry in the sequence family. */
  private static String entries(TestRegion region, String row) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : region.cells(View.one(row).addFamily(bytes("m")))) {
      String name = Bytes.toString(CellUtil.cloneQualifier(cell));
      if (name.startsWith("c:")) {
        out.add(name.substring(2) + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
      }
    }
    return String.join(" ", out);
  }

  @Test
  void whatRowModeHeldCountsAsWrittenByItsNewestEvent() throws IOException {
    Story.story()
        .then(r -> r.put(put("r", "1", PAST + 900, "u:a=1", "u:b=1", "u:c=1")))
        .then(r -> r.put(put("r", "5", PAST + 500, "u:a=5")))
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "4", PAST + 990, "u:b=4"))) // was stale, and stays so
        .then(r -> r.put(put("r", "9", PAST + 100, "u:c=9")))
        .then(r -> r.put(put("r", "4", PAST + 990, "u:d=4")))
        .then(r -> r.put(put("r", "7", PAST + 100, "u:a=7", "u:c=7")))
        .then(r -> r.delete(deleteRow("r", "6", PAST + 950)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=7 u:c=9");
              assertThat(entries(r, "r")).isEqualTo("u:a=7 u:c=9");
            });
  }

  @Test
  void rowModeRemovesTheEntriesWithTheNextEvent() throws IOException {
    Story.story()
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "3", PAST + 3, "u:a=3")))
        .then(r -> r.put(put("r", "1", PAST + 9, "u:a=1", "u:b=1")))
        .then(r -> r.put(put("gone", "1", PAST + 9, "u:a=1", "u:b=1")))
        .then(r -> assertThat(entries(r, "r")).isEqualTo("u:a=3 u:b=1"))
        .then(r -> guard(r, "row"))
        .then(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=3 u:b=1"))
        .then(r -> r.put(put("r", "2", PAST + 20, "u:b=2"))) // stale: row mode
        .then(r -> r.put(put("r", "4", PAST + 4, "u:b=4")))
        .then(r -> r.delete(deleteRow("gone", "2", PAST + 2)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=3 u:b=4");
              assertThat(entries(r, "r")).isEmpty();
              assertThat(View.sequence(r, "r")).isEqualTo("4");
              assertThat(View.exists(r, "gone")).isFalse();
            });
  }

  @Test
  void backInCellModeTheEntriesOfOldSayNothing() throws IOException {
    Story.story()
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "1", PAST + 1, "u:a=1", "u:b=1")))
        .then(r -> r.delete(nulls("r", "2", PAST + 2, "u:c")))
        .then(r -> guard(r, "row"))
        .then(r -> r.put(put("r", "5", PAST + 5, "u:a=5")))
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "4", PAST + 90, "u:a=4", "u:b=4", "u:c=4")))
        .then(r -> r.put(put("r", "9", PAST + 9, "u:c=9")))
        .then(r -> r.put(put("r", "7", PAST + 7, "u:b=7", "u:c=7")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=5 u:b=7 u:c=9");
              assertThat(entries(r, "r")).isEqualTo("u:a=5 u:b=7 u:c=9");
            });
  }

  @Test
  void rowsThatWereLoadedWithoutTheGuardAreOlderThanEverySequence() throws IOException {
    Story.in(() -> Story.ordinary().property("sediment.cache.rows", "0"))
        .then(r -> guard(r, "off"))
        .then(r -> r.put(put("r", null, PAST + 900, "u:a=0", "u:b=0", "u:c=0")))
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "5", PAST + 5, "u:a=5")))
        .then(r -> r.put(put("r", "0", PAST + 1, "u:b=00")))
        .then(r -> r.delete(deleteRow("r", "3", PAST + 3)))
        .then(r -> r.put(put("r", "4", PAST + 4, "u:d=4")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=5 u:d=4");
              assertThat(entries(r, "r")).isEqualTo("u:a=5 u:d=4");
            });
  }

  @Test
  void imagesOfRowModeStayReplacements() throws IOException {
    Story.story()
        .then(r -> r.put(put("r", "1", PAST + 1, "u:a=1", "u:c=1")))
        .then(r -> r.put(image(put("r", "5", PAST + 5, "u:a=5", "u:b=5"))))
        .then(r -> guard(r, "cell"))
        .then(r -> r.put(put("r", "3", PAST + 3, "u:c=3")))
        .then(r -> r.put(put("r", "8", PAST + 8, "u:a=8")))
        .then(r -> r.put(put("r", "4", PAST + 4, "u:c=4")))
        .then(r -> r.put(image(put("r", "6", PAST + 6, "u:c=6"))))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=8 u:c=6"));
  }
}
