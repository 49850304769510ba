package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of keys, frozen: a row that is stored must be found by every later version. */
class KeyGoldenTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "text;                   host1;  686f737431",
        "text(8);                host1;  686f737431202020",
        "text(8,\\x00);          é1;     c3a9310000000000",
        "text(|);                host1;  686f7374317c",
        "text(\\x00);            中;      e4b8ad00",
        "text(escaped);          host1;  686f7374310000",
        "reversed-text;          ab😀;    f09f98806261",
        "reversed-text(/);       shop.de; 65642e706f68732f",
        "bytes(2);               \\xFF\\x00; ff00",
        "bytes(escaped);         \\x00\\xFFa; 0001ff610000",
        "long;                   0;      8000000000000000",
        "long;                   -1;     7fffffffffffffff",
        "long;                   -9223372036854775808; 0000000000000000",
        "reversed-long;          1700000000000; 7ffffe74301a97ff",
        "reversed-long;          0;      7fffffffffffffff",
        "reversed-long;          -1;     8000000000000000",
        "reversed-long;          9223372036854775807; 0000000000000000",
        "int;                    -2;     7ffffffe",
        "unsigned;               18446744073709551615; ffffffffffffffff",
        "plain-long;             -1;     ffffffffffffffff",
        "digits(6);              42;     303030303432",
        "boolean;                true;   ff",
        "boolean;                false;  00",
      })
  void bytesOfEachKind(String kind, String value, String expected) {
    KeySchema schema = KeySchema.parse("p:" + kind);
    assertThat(hex(schema.encode(schema.read(0, value)))).isEqualTo(expected);
  }

  @Test
  void anEscapedTextMayHaveZeros() {
    assertThat(hex(KeySchema.parse("text(escaped),long").encode("a\0", 1L)))
        .isEqualTo("6100010000" + "8000000000000001");
  }

  /** {@code printf 'host1' | md5sum} begins with 815ad1c0, that of {@code host1|} with 32be7e55. */
  @Test
  void saltsAndBuckets() {
    assertThat(hex(KeySchema.parse("salt(4),host:text").encode("host1")))
        .isEqualTo(hex("815a".getBytes(StandardCharsets.US_ASCII)) + "686f737431");
    assertThat(hex(KeySchema.parse("bucket(16),host:text").encode("host1")))
        .isEqualTo("00" + "686f737431");
    assertThat(hex(KeySchema.parse("bucket(300),host:text").encode("host1")))
        .isEqualTo("00c8" + "686f737431");
    assertThat(hex(KeySchema.parse("bucket(16,host),host:text(|),t:long").encode("host1", 1)))
        .as("of the named parts, ends included")
        .isEqualTo("05" + "686f7374317c" + "8000000000000001");
    assertThat(hex(KeySchema.parse("tenant:int,bucket(16),host:text").encode(7, "host1")))
        .as("of the parts behind it")
        .isEqualTo("80000007" + "00" + "686f737431");
  }

  @Test
  void aRandomSuffixComesFromTheGivenSource() {
    byte[] suffix = new byte[4];
    new Random(5).nextBytes(suffix);
    KeySchema schema = KeySchema.parse("n:unsigned,random(4)", new Random(5));
    assertThat(hex(schema.encode(BigInteger.TEN))).isEqualTo("000000000000000a" + hex(suffix));
  }
}
