package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.TotalsGround.all;
import static org.sediment.coprocessor.TotalsGround.bytes;
import static org.sediment.coprocessor.TotalsGround.counters;
import static org.sediment.coprocessor.TotalsGround.text;
import static org.sediment.fold.CounterTotal.Outcome.ABSENT;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal;
import org.sediment.fold.CounterTotal.Outcome;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;
import org.sediment.testing.TestRegion;

/** Totals of one row, of a real region whose cells are planted. */
class TotalsReaderTest {
  @Test
  void aRowWithoutDeltasHasNoTotal() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      assertThat(ground.row("r", all()).counters()).isEmpty();
    }
  }

  @Test
  void countersAndFamiliesNeverMix() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      String[] names = {"", "a", "a\0", "a!", "a=", "amt", "amt2", "am", "b\uFFFD"};
      for (int i = 0; i < names.length; i++) {
        for (String id : List.of("1", ":", ";", "<d:", "\0", "a:", "\uFFFD".repeat(300))) {
          ground.delta("r", "x", names[i], id, 100, 1L << i);
          ground.delta("r", "y", names[i], id, 100, -(1L << i));
        }
      }
      ground.region().flush();
      ground.delta("r0", "x", "a", "1", 100, 1000);
      ground.delta("r\0", "x", "a", "1", 100, 1000);
      List<String> found = text(ground.row("r", all()));
      assertThat(found).hasSize(2 * names.length);
      for (int i = 0; i < names.length; i++) {
        String name = Bytes.toStringBinary(bytes(names[i]));
        assertThat(found).contains("x:" + name + "=" + 7 * (1L << i));
        assertThat(found).contains("y:" + name + "=" + -7 * (1L << i));
        assertThat(text(ground.row("r", counters(names[i]))))
            .containsExactly("x:" + name + "=" + 7 * (1L << i), "y:" + name + "=" + -7 * (1L << i));
      }
      assertThat(text(ground.row("r", counters("amt", "", "none", "a!"))))
          .containsExactlyInAnyOrder(
              "x:=7", "x:a!=56", "x:amt=224", "y:=-7", "y:a!=-56", "y:amt=-224");
    }
  }

  @Test
  void theSameEventAtAnotherTimeIsAnotherDeltaInEveryStorageState() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "e", 100, 3);
      ground.delta("r", "x", "c", "e", 200, 4);
      ground.delta("r", "x", "c", "e", 200, 5);
      assertThat(ground.only("r").value()).isEqualByComparingTo("8");
      ground.region().flush();
      ground.delta("r", "x", "c", "e", 100, 3);
      ground.region().flush();
      assertThat(ground.only("r").value()).isEqualByComparingTo("8");
      ground.region().majorCompact();
      assertThat(ground.only("r").value()).isEqualByComparingTo("8");
      assertThat(ground.only("r").pending()).isEqualTo(2);
    }
  }

  @Test
  void onlyTheNewestBaseCountsAndCopiesBelowItDoNot() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "e1", 100, 1);
      ground.delta("r", "x", "c", "e2", 200, 2);
      ground.delta("r", "x", "c", "e3", 300, 4);
      ground.base("r", "x", "c", 100, 1);
      ground.base("r", "x", "c", 200, 3);
      for (int i = 0; i < 2; i++) {
        CounterTotal total = ground.only("r");
        assertThat(total.value()).isEqualByComparingTo("7");
        assertThat(total.through()).isEqualTo(200);
        assertThat(total.newest()).isEqualTo(300);
        assertThat(total.pending()).isEqualTo(1);
        ground.region().flush();
      }
    }
  }

  @Test
  void aDeltaBelowTheBaseThatIsNotInItIsFlaggedNotCounted() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.base("r", "x", "c", 200, 3, "int64", 0);
      ground.delta("r", "x", "c", "e1", 100, 1);
      CounterTotal total = ground.only("r");
      assertThat(total.value()).isEqualByComparingTo("3");
      assertThat(total.late()).isEqualTo(1);
    }
  }

  @Test
  void openLateEntriesOfEveryKindAreFlagged() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      byte[] c = bytes("c");
      byte[] open = StoredFormats.encode(Late.arrived(Late.Kind.DELTA, new byte[8], 1));
      byte[] gone =
          StoredFormats.encode(Late.arrived(Late.Kind.DELTA, new byte[8], 1).discarded(2));
      ground.cell("r", "x", DeltaColumn.lateDelta(c, bytes("1")), 100, open);
      ground.cell("r", "x", DeltaColumn.lateDelta(c, bytes("1")), 200, open);
      ground.cell("r", "x", DeltaColumn.lateDelta(c, bytes("2")), 100, open);
      ground.cell("r", "x", DeltaColumn.lateDelta(c, bytes("2")), 100, gone);
      ground.cell("r", "x", DeltaColumn.lateRetraction(c, bytes("3")), 100, open);
      ground.cell("r", "x", DeltaColumn.lateRowDelete(c), 100, open);
      CounterTotal total = ground.only("r");
      assertThat(total.late()).isEqualTo(4);
      assertThat(total.outcome()).as("no delta and no base: absent, not 0").isEqualTo(ABSENT);
      assertThat(total.value()).isNull();
      ground.delta("r", "x", "c", "4", 100, 9);
      assertThat(ground.only("r").value()).isEqualByComparingTo("9");
      assertThat(ground.only("r").late()).isEqualTo(4);
    }
  }

  /** Counterexample 10d: a sum of either is wrong, so there is none. */
  @Test
  void basesOfWhichEachLacksWhatTheOtherHoldsAreAnErrorOfTheirCounter() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.base("r", "x", "c", 200, 3, "int64", 50);
      ground.base("r", "x", "c", 150, 4, "int64", 60);
      ground.base("r", "x", "d", 200, 3, "int64", 60);
      ground.base("r", "x", "d", 150, 4, "int64", 60);
      for (int i = 0; i < 3; i++) {
        RowTotal row = ground.row("r", all());
        assertThat(text(row)).containsExactly("x:c=FAILED", "x:d=3");
        assertThat(row.counters().get(0).total().error())
            .contains("row 'r'", "'x:c;'", "at time 150", "at time 200", "contradict", "delete");
        ground.region().flush();
      }
    }
  }

  @Test
  void poisonFailsItsCounterAloneAndNamesRowColumnValue() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "good", "1", 100, 5);
      ground.delta("r", "x", "bad", "1", 100, 5);
      ground.cell("r", "x", bytes("bad:2"), 100, bytes("abc"));
      ground.cell("r", "x", bytes("bare"), 100, bytes("abc"));
      ground.cell("r", "x", bytes("empty:"), 100, new byte[8]);
      ground.cell("r", "y", bytes("bad2;"), 100, new byte[] {1, 2, 3});
      ground.delta("r", "y", "good", "1", 100, 6);
      assertThat(text(ground.row("r", all())))
          .containsExactly(
              "x:bad=FAILED", "x:empty=FAILED", "x:good=5", "y:bad2=FAILED", "y:good=6");
      List<RowTotal.OfCounter> found = ground.row("r", all()).counters();
      assertThat(found.get(0).total().error())
          .contains("'r'", "'x:bad:2'", "'abc'", "3 bytes", "8 bytes, big-endian");
      assertThat(found.get(3).total().error()).contains("'r'", "'y:bad2;'", "\\x01\\x02\\x03");
    }
  }

  @Test
  void aBaseOfAnotherAggregatorFailsItsCounterAndNamesBoth() throws IOException {
    try (TotalsGround ground =
        new TotalsGround(
            TestRegion.builder()
                .delta("x")
                .familyValue("x", "sediment.fold", "d=sum:decimal,n=sum:int64"))) {
      ground.base("r", "x", "d", 100, 1, "int64", 9);
      ground.base("r", "x", "n", 100, 1, "int64", 9);
      ground.delta("r", "x", "other", "1", 1, 1);
      assertThat(text(ground.row("r", all())))
          .containsExactly("x:d=FAILED", "x:n=1", "x:other=FAILED");
      List<RowTotal.OfCounter> found = ground.row("r", all()).counters();
      assertThat(found.get(0).total().error()).contains("sum:int64", "sum:decimal", "'x:d;'");
      assertThat(found.get(2).total().error()).contains("'other'", "sediment.fold");
    }
  }

  @Test
  void overflowIsExplicitAndExact() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "1", 100, Long.MIN_VALUE);
      ground.delta("r", "x", "c", "2", 100, -1);
      CounterTotal total = ground.only("r");
      assertThat(total.outcome()).isEqualTo(Outcome.OVERFLOW);
      assertThat(total.value().toBigIntegerExact())
          .isEqualTo(BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE));
    }
  }

  @Test
  void aRowDeleteAndARetractionTakeTheirDeltasOut() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "1", 100, 1);
      ground.delta("r", "x", "c", "2", 200, 2);
      ground.delta("r", "x", "c", "3", 300, 4);
      ground.region().delete(new Delete(bytes("r")).addFamily(bytes("x"), 100));
      assertThat(ground.only("r").value()).isEqualByComparingTo("6");
      ground.region().delete(new Delete(bytes("r")).addColumn(bytes("x"), bytes("c:2"), 200));
      assertThat(ground.only("r").value()).isEqualByComparingTo("4");
    }
  }

  @Test
  void aRowOfManyDeltasStreamsWithItsBaseLookedUp() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      int number = 5 * RowTotaller.HOLD;
      Put put = new Put(bytes("r"));
      for (int i = 0; i < number; i++) {
        put.addColumn(
            bytes("x"), bytes("c:" + i), i < number / 2 ? 100 : 300, Bytes.toBytes((long) i));
      }
      ground.region().put(put);
      assertThat(ground.only("r").value().longValueExact())
          .isEqualTo((long) number * (number - 1) / 2);
      ground.base("r", "x", "c", 200, 1000);
      ground.delta("r", "x", "d", "1", 100, 1);
      ground.region().flush();
      CounterTotal total = ground.row("r", all()).counters().get(0).total();
      long lower = (long) number / 2;
      assertThat(total.value().longValueExact())
          .isEqualTo(1000 + (long) number * (number - 1) / 2 - lower * (lower - 1) / 2);
      assertThat(total.pending()).isEqualTo(number - lower);
    }
  }
}
