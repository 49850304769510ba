package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sediment.fold.Aggregator.Accumulator;
import org.sediment.model.Base;
import org.sediment.testing.Seeds;

/**
 * Case R43: ten million amounts of money, of scale 2 and of scale 4, also below nothing, in three
 * orders of folds. The oracle counts ten-thousandths in a long.
 */
class DecimalFoldOrdersTest {
  private static final int DELTAS = 10_000_000;
  private static final int FILES = 1_000;
  private static final int OF_A_FILE = DELTAS / FILES;

  private static final Aggregator SUM = Aggregators.parse("*=sum:decimal").get("*");

  /** Amounts in ten-thousandths; those of every third place are of scale 4, the others of 2. */
  private static final short[] AMOUNTS = new short[DELTAS];

  private static long expected;

  @BeforeAll
  static void amounts() {
    Random random = Seeds.random("DecimalFoldOrdersTest");
    for (int i = 0; i < DELTAS; i++) {
      int amount = i % 3 == 0 ? random.nextInt(9_999) - 5_000 : 100 * (1 + random.nextInt(10));
      AMOUNTS[i] = (short) amount;
      expected += amount;
    }
  }

  private static void add(Accumulator sum, int place) {
    boolean fine = place % 3 == 0;
    byte[] unscaled =
        BigInteger.valueOf(fine ? AMOUNTS[place] : AMOUNTS[place] / 100).toByteArray();
    byte[] value =
        ByteBuffer.allocate(Integer.BYTES + unscaled.length)
            .putInt(fine ? 4 : 2)
            .put(unscaled)
            .array();
    sum.add(value, 0, value.length, place);
  }

  private static Base base(Accumulator sum, long through) {
    return new Base(SUM.name(), SUM.type(), through, sum.value(), sum.count(), 0, 1);
  }

  private static void right(Accumulator sum) {
    assertThat(sum.value()).isEqualByComparingTo(BigDecimal.valueOf(expected, 4));
    assertThat(sum.count()).isEqualTo(DELTAS);
  }

  @Test
  void r43_inOneFoldFromTheNewestToTheOldest() {
    Accumulator all = SUM.accumulator();
    for (int place = DELTAS - 1; place >= 0; place--) {
      add(all, place);
    }
    right(all);
  }

  @Test
  void r43_fileAfterFileEachUponTheBaseBefore() {
    Accumulator all = SUM.accumulator();
    for (int file = 0; file < FILES; file++) {
      Accumulator fold = SUM.accumulator();
      if (file > 0) {
        fold.add(base(all, (long) file * OF_A_FILE - 1));
      }
      for (int place = file * OF_A_FILE; place < (file + 1) * OF_A_FILE; place++) {
        add(fold, place);
      }
      all = fold;
    }
    right(all);
  }

  @Test
  void r43_filesInAnyOrderAndTheirBasesInAnyTree() {
    Random random = Seeds.random("DecimalFoldOrdersTest.tree");
    List<Integer> files = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      files.add(file);
    }
    Collections.shuffle(files, random);
    List<Base> bases = new ArrayList<>();
    for (int file : files) {
      Accumulator fold = SUM.accumulator();
      for (int i = random.nextInt(3); i > 0 && !bases.isEmpty(); i--) {
        fold.add(bases.remove(random.nextInt(bases.size())));
      }
      for (int place = file; place < DELTAS; place += FILES) {
        add(fold, place);
      }
      bases.add(base(fold, file));
    }
    Accumulator all = SUM.accumulator();
    bases.forEach(all::add);
    right(all);
  }
}
