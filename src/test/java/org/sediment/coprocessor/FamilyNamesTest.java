package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.Changes.withSequence;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;

/**
 * To HBase a family's name is bytes. One that is not UTF-8 has its kind like any other.
 *
 * <p>HBase's own compactions never find the store of such a family: nothing folds there.
 */
class FamilyNamesTest {
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] DELTAS = {(byte) 0xFF, 'x'};
  private static final byte[] STATE = {(byte) 0xC3, 'u'};
  private static final byte[] SEQUENCES = {(byte) 0xFE, 'm'};

  private static ColumnFamilyDescriptorBuilder family(byte[] name, String kind, int versions) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name)
        .setValue("sediment.kind", kind)
        .setMaxVersions(versions);
  }

  private static TestRegion open() throws IOException {
    return TestRegion.builder()
        .family(family(SEQUENCES, "sequence", 1))
        .family(family(STATE, "upsert", 1))
        .family(family(DELTAS, "delta", Integer.MAX_VALUE))
        .property("sediment.sequence.column", "\\xFEm:seq")
        .open();
  }

  @Test
  void suchAFamilyIsGuarded() throws IOException {
    try (TestRegion region = open()) {
      long now = region.clock().now();
      byte[] a = Bytes.toBytes("a");
      Put put = new Put(ROW).addColumn(STATE, a, now, Bytes.toBytes("new"));
      assertThatThrownBy(() -> region.put(put))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sequence");
      region.put(withSequence(new Put(put), "5"));
      Put stale = new Put(ROW).addColumn(STATE, a, now + 1, Bytes.toBytes("old"));
      region.put(withSequence(stale, "4"));
      assertThat(region.get("r").getValue(STATE, a)).asString().isEqualTo("new");
      region.delete(withSequence(new Delete(ROW, now + 2), "6"));
      for (Cell cell : region.cells(new Scan().addFamily(SEQUENCES).setRaw(true))) {
        assertThat(cell.getType()).isNotEqualTo(Cell.Type.DeleteFamily);
      }
    }
  }

  @Test
  void suchAFamilyTakesDeltasAndAnswers() throws IOException {
    try (TestRegion region = open()) {
      long now = region.clock().now();
      Put bad = new Put(ROW).addColumn(DELTAS, Bytes.toBytes("c:e"), now, new byte[3]);
      assertThatThrownBy(() -> region.put(bad))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("\\xFFx:c:e")
          .hasMessageContaining("8 bytes");
      for (long i = 1; i <= 3; i++) {
        region.put(new Put(ROW).addColumn(DELTAS, Bytes.toBytes("c:e" + i), now, Bytes.toBytes(i)));
      }
      assertThat(EndpointTotals.of(region.region(), "r").values())
          .singleElement()
          .asString()
          .isEqualTo("6");
      region.flush();
      region.reopen();
      assertThat(EndpointTotals.of(region.region(), "r").values())
          .singleElement()
          .asString()
          .isEqualTo("6");
    }
  }
}
