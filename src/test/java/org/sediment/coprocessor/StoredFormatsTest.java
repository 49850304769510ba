package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.model.Base;
import org.sediment.model.Late;
import org.sediment.testing.Seeds;

/** The stored formats: frozen bytes, reckoned by hand from the definition in the proto file. */
class StoredFormatsTest {
  private static final long T = 1_700_000_000_000L;
  private static final byte[] THREE = {0, 0, 0, 0, 0, 0, 0, 3};

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static Stream<Arguments> bases() {
    return Stream.of(
        Arguments.of(
            new Base("sum", "int64", 5, BigDecimal.valueOf(100), 7, T, 42),
            "0801 120373756d 1a05696e743634 22030a0164 2807 3080d095ffbc31 382a"),
        Arguments.of(
            new Base("sum", "decimal", 5, new BigDecimal("-12.345"), 2, 0, 0),
            "0801 120373756d 1a07646563696d616c 22060a02cfc71006 2802 3000 3800"),
        Arguments.of(
            new Base("sum", "decimal", 5, new BigDecimal("5E+3"), 1, 9, Long.MAX_VALUE),
            "0801 120373756d 1a07646563696d616c 22050a01051005 2801 3009 38ffffffffffffffff7f"),
        Arguments.of(
            new Base("min", "int64", 5, BigDecimal.valueOf(-3), 7, 9, 42),
            "0801 12036d696e 1a05696e743634 22030a01fd 2807 3009 382a"),
        Arguments.of(
            new Base("max", "decimal", 5, new BigDecimal("2.5"), 7, 9, 42),
            "0801 12036d6178 1a07646563696d616c 22050a01191002 2807 3009 382a"),
        Arguments.of(
            new Base("count", "int64", 5, BigDecimal.valueOf(7), 7, 9, 42),
            "0801 1205636f756e74 1a05696e743634 22030a0107 2807 3009 382a"),
        Arguments.of(
            new Base("avg", "int64", 5, BigDecimal.valueOf(100), 7, 9, 42),
            "0801 1203617667 1a05696e743634 22030a0164 2807 3009 382a"),
        Arguments.of(
            new Base("last", "decimal", 5, new BigDecimal("2.5"), 7, 9, 42),
            "0801 12046c617374 1a07646563696d616c 22050a01191002 2807 3009 382a"),
        Arguments.of(
            new Base(
                "sum",
                "int64",
                5,
                BigDecimal.valueOf(100),
                7,
                1,
                42,
                new Base.Bucket(4, 8, BigDecimal.valueOf(-3), 2)),
            "0801 120373756d 1a05696e743634 22030a0164 2807 3001 382a 800104 880108 9201030a01fd 980104"),
        Arguments.of(
            new Base(
                "avg",
                "decimal",
                5,
                new BigDecimal("2.5"),
                7,
                1,
                42,
                new Base.Bucket(0, 3_600_000, new BigDecimal("-0.5"), -1)),
            "0801 1203617667 1a07646563696d616c 22050a01191002 2807 3001 382a 800100 880180dddb01"
                + " 9201050a01fb1002 980101"));
  }

  @ParameterizedTest
  @MethodSource("bases")
  void aBaseHasFrozenBytes(Base base, String bytes) {
    assertThat(StoredFormats.encode(base)).isEqualTo(hex(bytes));
    assertThat(StoredFormats.decodeBase(hex(bytes), 5)).contains(base);
  }

  private static Stream<Arguments> entries() {
    Late delta = Late.arrived(Late.Kind.DELTA, THREE, T);
    return Stream.of(
        Arguments.of(delta, "0801 1001 1801 22080000000000000003 3080d095ffbc31"),
        Arguments.of(
            Late.moved(Late.Kind.DELTA, THREE, 77, T),
            "0801 1001 1801 22080000000000000003 284d 3080d095ffbc31"),
        Arguments.of(
            Late.arrived(Late.Kind.RETRACTION, new byte[0], T).discarded(T + 1),
            "0801 1002 1803 3080d095ffbc31 4081d095ffbc31"),
        Arguments.of(
            new Late(Late.Kind.DELTA, Late.State.ACCEPTED, THREE, 0, T, T + 5, T + 6),
            "0801 1001 1802 22080000000000000003 3080d095ffbc31 3885d095ffbc31 4086d095ffbc31"),
        Arguments.of(Late.arrived(Late.Kind.ROW_DELETE, new byte[0], 5), "0801 1003 1801 3005"));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void aLateEntryHasFrozenBytes(Late late, String bytes) {
    assertThat(StoredFormats.encode(late)).isEqualTo(hex(bytes));
    Late read = StoredFormats.decodeLate(hex(bytes)).orElseThrow();
    assertThat(read).usingRecursiveComparison().isEqualTo(late);
  }

  @Test
  void anyBaseIsReadAsWritten() {
    Random random = Seeds.random("StoredFormatsTest");
    for (int i = 0; i < 2_000; i++) {
      BigInteger unscaled = new BigInteger(random.nextInt(300), random).negate();
      boolean decimal = random.nextBoolean();
      Base base =
          new Base(
              "sum",
              decimal ? "decimal" : "int64",
              random.nextLong(),
              new BigDecimal(unscaled, decimal ? random.nextInt(2001) - 1000 : 0),
              random.nextLong() >>> 1,
              random.nextLong() >>> 1,
              random.nextLong() >>> 1);
      assertThat(StoredFormats.decodeBase(StoredFormats.encode(base), base.through()))
          .contains(base);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "00", // no message
        "6e6f6e73656e7365", // "nonsense"
        "0802 120373756d 1a05696e743634 22030a0164 2807 3005 382a", // a later format
        "0801 120373756d 1a05696e743634 22020a00 2807 3005 382a", // no digits
        "0801 120373756d 1a05696e743634 2807 3005 382a", // no sum
        "0801 120373756d 1a05696e743634 22030a0164 2807 3005", // no sequence ID
        "0801 120373756d 1a05696e743634 22050a01641002 2807 3005 382a", // fraction in an int64
        "0801 120373756d 1a07646563696d616c 22080a016410fedfb1bf0f 2807 3005 382a", // huge scale
        "0801 120373756d 1a05696e743634 22030a0164 28ffffffffffffffffff01 3005 382a", // count -1
        "0801 120373756d 1a05696e743634 22030a0164 2807 3005 38ffffffffffffffffff01", // ID -1
        "0801 120373756d 1a05696e743634 22030a0164 2807 3005 382a 800104", // half a bucket
        "0801 120373756d 1a05696e743634 22030a0164 2807 3005 382a 980104", // the other half
        // a bucket that begins above the base's time, or ends at it
        "0801 120373756d 1a05696e743634 22030a0164 2807 3001 382a 800106 880108 9201030a01fd 980104",
        "0801 120373756d 1a05696e743634 22030a0164 2807 3001 382a 800104 880105 9201030a01fd 980104",
        // no digits in it
        "0801 120373756d 1a05696e743634 22030a0164 2807 3001 382a 800104 880108 9201020a00 980104",
      })
  void aBaseThatIsNotUnderstoodIsEmpty(String bytes) {
    assertThat(StoredFormats.decodeBase(hex(bytes), 5)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "6e6f6e73656e7365",
        "0802 1003 1801 3005", // a later format
        "0801 1004 1801 3005", // another kind
        "0801 1003 1804 3005", // another state
        "0801 1003 1801", // no arrival
      })
  void anEntryThatIsNotUnderstoodIsEmpty(String bytes) {
    assertThat(StoredFormats.decodeLate(hex(bytes))).isEmpty();
  }

  @Test
  void noBytesMakeTheReadingFail() {
    Random random = Seeds.random("StoredFormatsTest.noise");
    byte[] base =
        StoredFormats.encode(new Base("sum", "decimal", 5, new BigDecimal("-12.345"), 2, 3, 4));
    byte[] late = StoredFormats.encode(Late.moved(Late.Kind.DELTA, THREE, 77, T));
    for (int i = 0; i < 20_000; i++) {
      StoredFormats.decodeBase(spoilt(base, random), 5)
          .ifPresent(read -> assertThat(read.sum().toPlainString()).hasSizeLessThan(2_000));
      StoredFormats.decodeLate(spoilt(late, random));
    }
  }

  private static byte[] spoilt(byte[] bytes, Random random) {
    byte[] out = Arrays.copyOf(bytes, bytes.length - random.nextInt(2) * random.nextInt(5));
    for (int i = random.nextInt(3); i >= 0; i--) {
      out[random.nextInt(out.length)] = (byte) random.nextInt();
    }
    return out;
  }
}
