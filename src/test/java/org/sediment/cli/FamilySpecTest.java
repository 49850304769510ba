package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Families as the command line takes them. */
class FamilySpecTest {
  private static ColumnFamilyDescriptor family(String text) {
    return FamilySpec.parse(text).descriptor(5000);
  }

  private static String value(ColumnFamilyDescriptor family, String key) {
    return new String(
        family.getValue(key.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  @Test
  void aDeltaFamilyGetsTheSchemaThatDeltasNeed() {
    ColumnFamilyDescriptor x = family("x=delta,lag=30m,fold=sum:decimal,late=reject,pending=5");
    assertThat(x.getMaxVersions()).isEqualTo(Integer.MAX_VALUE);
    assertThat(x.getBloomFilterType()).isEqualTo(BloomType.ROW);
    assertThat(x.getConfigurationValue("hbase.hstore.time.to.purge.deletes")).isEqualTo("5000");
    assertThat(x.getConfigurationValue("hbase.hstore.compaction.keep.seqId.period"))
        .as("or a tool that compacts without the coprocessor would take late deltas for copies")
        .isEqualTo("36500");
    assertThat(value(x, "sediment.kind")).isEqualTo("delta");
    assertThat(value(x, "sediment.lag")).isEqualTo("30m");
    assertThat(value(x, "sediment.fold")).isEqualTo("sum:decimal");
    assertThat(value(x, "sediment.late")).isEqualTo("reject");
    assertThat(value(x, "sediment.fold.pending")).isEqualTo("5");
  }

  @Test
  void aListOfAggregatorsIsFoldRepeated() {
    assertThat(value(family("x=delta,fold=qty=sum:int64,fold=*=sum:decimal"), "sediment.fold"))
        .isEqualTo("qty=sum:int64,*=sum:decimal");
  }

  @Test
  void theSequenceFamilyKeepsOneVersionAndItsMarkers() {
    ColumnFamilyDescriptor m = family("m=sequence");
    assertThat(m.getMaxVersions()).isEqualTo(1);
    assertThat(m.getBloomFilterType()).isEqualTo(BloomType.ROW);
    assertThat(m.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.ROW_INDEX_V1);
    assertThat(m.getConfigurationValue("hbase.hstore.time.to.purge.deletes")).isEqualTo("5000");
  }

  @Test
  void hbasesOwnAttributesMayBeSet() {
    ColumnFamilyDescriptor u =
        family("u=versioned,versions=7,ttl=2d,scope=1,compression=gz,keep-deleted=true");
    assertThat(u.getMaxVersions()).isEqualTo(7);
    assertThat(u.getTimeToLive()).isEqualTo(2 * 86_400);
    assertThat(u.getScope()).isEqualTo(1);
    assertThat(u.getCompressionType().getName()).isEqualTo("gz");
    assertThat(u.getKeepDeletedCells()).isEqualTo(KeepDeletedCells.TRUE);
    assertThat(family("v=versioned").getMaxVersions()).isEqualTo(Integer.MAX_VALUE);
    assertThat(family("u=upsert").getMaxVersions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "u",
        "=upsert",
        "u=",
        "u=UPSERT",
        "u=upsert,lag",
        "u=upsert,leg=1h",
        "u=upsert,versions=x",
        "u=upsert,ttl=soon",
        "u=upsert,compression=magic",
        "u=upsert,keep-deleted=perhaps"
      })
  void whatIsNotUnderstoodIsAUsageError(String text) {
    assertThatThrownBy(() -> family(text))
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE));
  }
}
