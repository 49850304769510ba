package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.sediment.coprocessor.Descriptors.delta;
import static org.sediment.coprocessor.Descriptors.family;
import static org.sediment.coprocessor.Descriptors.read;
import static org.sediment.coprocessor.Descriptors.table;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every requirement on the schema: missed alone, it is named alone, with the alter that mends it.
 */
class SchemaCheckTest {
  private static Arguments miss(
      String family,
      UnaryOperator<ColumnFamilyDescriptorBuilder> change,
      String attribute,
      String remedy) {
    return arguments(family, change, attribute, remedy);
  }

  static Stream<Arguments> misses() {
    return Stream.of(
        miss("x", f -> f.setMaxVersions(1), "VERSIONS = 1", "VERSIONS => 2147483647"),
        miss("x", f -> f.setTimeToLive(60), "TTL = 60", "TTL => 'FOREVER'"),
        miss("x", f -> f.setMinVersions(1), "MIN_VERSIONS = 1", "MIN_VERSIONS => 0"),
        miss(
            "x",
            f -> f.setKeepDeletedCells(KeepDeletedCells.TRUE),
            "KEEP_DELETED_CELLS = TRUE",
            "KEEP_DELETED_CELLS => 'FALSE'"),
        miss(
            "x",
            f -> f.setKeepDeletedCells(KeepDeletedCells.TTL),
            "KEEP_DELETED_CELLS = TTL",
            "KEEP_DELETED_CELLS => 'FALSE'"),
        miss(
            "x",
            f -> f.setNewVersionBehavior(true),
            "NEW_VERSION_BEHAVIOR = true",
            "NEW_VERSION_BEHAVIOR => 'false'"),
        miss("x", f -> f.setMobEnabled(true), "IS_MOB = true", "IS_MOB => 'false'"),
        miss("m", f -> f.setMaxVersions(2), "VERSIONS = 2", "VERSIONS => 1"),
        miss("m", f -> f.setTimeToLive(60), "TTL = 60", "TTL => 'FOREVER'"),
        miss("m", f -> f.setMinVersions(1), "MIN_VERSIONS = 1", "MIN_VERSIONS => 0"),
        miss(
            "m",
            f -> f.setKeepDeletedCells(KeepDeletedCells.TRUE),
            "KEEP_DELETED_CELLS = TRUE",
            "KEEP_DELETED_CELLS => 'FALSE'"),
        miss(
            "m",
            f -> f.setNewVersionBehavior(true),
            "NEW_VERSION_BEHAVIOR = true",
            "NEW_VERSION_BEHAVIOR => 'false'"),
        miss("m", f -> f.setScope(1), "REPLICATION_SCOPE = 1", "REPLICATION_SCOPE => 0"),
        miss(
            "u",
            f -> f.setNewVersionBehavior(true),
            "NEW_VERSION_BEHAVIOR = true",
            "NEW_VERSION_BEHAVIOR => 'false'"),
        miss("u", f -> f.setMobEnabled(true), "IS_MOB = true", "IS_MOB => 'false'"));
  }

  @ParameterizedTest
  @MethodSource("misses")
  void aMissedRequirementIsNamedWithItsRemedy(
      String family,
      UnaryOperator<ColumnFamilyDescriptorBuilder> change,
      String attribute,
      String remedy) {
    assertThat(read(table(Map.of(), family, change)).problems())
        .singleElement()
        .asString()
        .startsWith(attribute + " of family '" + family + "'")
        .endsWith("alter 't', {NAME => '" + family + "', " + remedy + "}");
  }

  @Test
  void theSequenceFamilyReplicatesWithTheGuardedOnes() {
    assertThat(read(table(Map.of(), "u", u -> u.setScope(1))).problems())
        .singleElement()
        .asString()
        .startsWith("REPLICATION_SCOPE = 0 of family 'm'")
        .endsWith("alter 't', {NAME => 'm', REPLICATION_SCOPE => 1}");
    assertThat(read(table(Map.of(), "x", x -> x.setScope(1))).problems()).isEmpty();
  }

  @Test
  void versionedFamiliesKeepVersions() {
    ColumnFamilyDescriptorBuilder versioned = family("v").setValue("sediment.kind", "versioned");
    assertThat(read(table(Map.of(), versioned, family("m"))).problems())
        .singleElement()
        .asString()
        .startsWith("VERSIONS = 1 of family 'v'");
    versioned.setMaxVersions(5).setKeepDeletedCells(KeepDeletedCells.TRUE);
    assertThat(read(table(Map.of(), versioned, family("m"))).problems()).isEmpty();
  }

  @Test
  void deletesAreRememberedLongerThanTheLagOfEveryDeltaFamily() {
    ColumnFamilyDescriptorBuilder y = delta("y").setValue("sediment.lag", "2h");
    Map<String, String> enough = Map.of("sediment.tombstone.retention", "7260000");
    assertThat(read(table(enough, delta("x"), y)).problems()).isEmpty();
    Map<String, String> tooShort = Map.of("sediment.tombstone.retention", "7259999");
    assertThat(read(table(tooShort, delta("x"), y)).problems())
        .singleElement()
        .asString()
        .startsWith("setting sediment.tombstone.retention = '7259999ms'")
        .contains("'y'", "sediment.lag = 2h", "121m");
  }

  @Test
  void guardedFamiliesAreFreeWhileTheGuardIsOff() {
    assertThat(
            read(table(Map.of("sediment.guard", "off"), "u", u -> u.setNewVersionBehavior(true)))
                .problems())
        .isEmpty();
  }

  @Test
  void plainFamiliesAreFree() {
    ColumnFamilyDescriptorBuilder plain =
        family("p")
            .setValue("sediment.kind", "plain")
            .setMobEnabled(true)
            .setNewVersionBehavior(true)
            .setScope(1)
            .setTimeToLive(60);
    assertThat(read(table(Map.of(), family("u"), plain, family("m"))).problems()).isEmpty();
  }

  @Test
  void deltaSettingsOnAnotherKindMeanThatTheKindWasForgotten() {
    assertThat(read(table(Map.of(), "u", u -> u.setValue("sediment.lag", "1h"))).problems())
        .singleElement()
        .asString()
        .contains("sediment.lag = '1h' of family 'u'", "kind upsert", "sediment.kind to delta");
  }
}
