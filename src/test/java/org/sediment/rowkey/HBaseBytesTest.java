package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.types.DataType;
import org.apache.hadoop.hbase.types.FixedLengthWrapper;
import org.apache.hadoop.hbase.types.RawString;
import org.apache.hadoop.hbase.types.RawStringTerminated;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Seeds;

/** The bytes are those of HBase's own classes, without {@code OrderedBytes}' byte for the type. */
class HBaseBytesTest {
  private interface Encoding {
    void write(PositionedByteRange out);
  }

  /** What HBase writes. */
  private static byte[] hbase(Encoding encoding) {
    SimplePositionedMutableByteRange out = new SimplePositionedMutableByteRange(64);
    encoding.write(out);
    return Arrays.copyOf(out.getBytes(), out.getPosition());
  }

  private static byte[] untyped(Encoding encoding) {
    byte[] all = hbase(encoding);
    return Arrays.copyOfRange(all, 1, all.length);
  }

  private static byte[] ours(String kind, Object value) {
    return KeySchema.parse("p:" + kind).encode(value);
  }

  @Test
  void numbersAreOrderedBytesWithoutTheTypeOrBytes() {
    Random random = Seeds.random("HBaseBytesTest.numbers");
    for (int i = 0; i < 2000; i++) {
      long n = RandomKeys.number(random);
      assertThat(ours("long", n))
          .isEqualTo(untyped(out -> OrderedBytes.encodeInt64(out, n, Order.ASCENDING)));
      assertThat(ours("reversed-long", n))
          .isEqualTo(untyped(out -> OrderedBytes.encodeInt64(out, n, Order.DESCENDING)))
          .isEqualTo(Bytes.toBytes(Long.MAX_VALUE - n));
      assertThat(ours("int", (int) n))
          .isEqualTo(untyped(out -> OrderedBytes.encodeInt32(out, (int) n, Order.ASCENDING)));
      assertThat(ours("plain-long", n)).isEqualTo(Bytes.toBytes(n));
      if (n >= 0) {
        assertThat(ours("unsigned", n)).isEqualTo(Bytes.toBytes(n));
      }
    }
    assertThat(ours("boolean", true)).isEqualTo(Bytes.toBytes(true));
    assertThat(ours("boolean", false)).isEqualTo(Bytes.toBytes(false));
  }

  @Test
  void textsAreOrderedBytesWithoutTheTypeOrTheRawTypes() {
    for (String text : new String[] {"", "host1", "é", "中", "😀"}) {
      assertThat(ours("text(\\x00)", text))
          .isEqualTo(untyped(out -> OrderedBytes.encodeString(out, text, Order.ASCENDING)));
      assertThat(ours("text(|)", text)).isEqualTo(typed(new RawStringTerminated("|"), text));
      assertThat(ours("text(12,\\x00)", text))
          .isEqualTo(typed(new FixedLengthWrapper<>(RawString.ASCENDING, 12), text));
    }
  }

  private static byte[] typed(DataType<String> type, String text) {
    return hbase(out -> type.encode(out, text));
  }

  @Test
  void theEndOfAPrefixIsTheOneOfHBasesPrefixScan() {
    Random random = Seeds.random("HBaseBytesTest.prefix");
    for (int i = 0; i < 2000; i++) {
      byte[] prefix = RandomKeys.bytes(random);
      if (prefix.length > 0) {
        Scan scan = new Scan().setStartStopRowForPrefixScan(prefix);
        assertThat(ScanRange.behind(prefix)).isEqualTo(scan.getStopRow());
      }
    }
  }
}
