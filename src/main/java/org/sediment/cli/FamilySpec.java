package org.sediment.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Durations;
import org.sediment.model.FamilyKind;
import org.sediment.model.Setting;

/**
 * A column family as {@code create-table --family} takes it: {@code NAME=KIND[,OPTION=VALUE...]},
 * such as {@code x=delta,lag=30m,fold=sum:decimal}.
 *
 * @param name the family's name
 * @param kind what its cells are
 * @param settings family settings to write, by key
 * @param attributes HBase's own attributes, by the option's name
 */
record FamilySpec(
    String name, FamilyKind kind, Map<String, String> settings, Map<String, String> attributes) {
  private static final Map<String, Setting> SETTINGS =
      Map.of(
          "fold", Setting.FOLD,
          "lag", Setting.LAG,
          "late", Setting.LATE,
          "pending", Setting.FOLD_PENDING,
          "every", Setting.FOLD_EVERY,
          "remember", Setting.REMEMBER,
          "read", Setting.READ);

  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "versions", "a whole number or MAX",
          "ttl", "a duration such as 30d",
          "scope", "0 or 1",
          "compression", "NONE, GZ, SNAPPY, ZSTD ...",
          "keep-deleted", "true or false");

  /** In days, as HBase wants it. */
  private static final String A_HUNDRED_YEARS = "36500";

  /** The options there are, for help texts. */
  static final String OPTIONS =
      "fold, lag, late, pending, every, remember, read (settings of a delta family; repeat fold=counter=aggregator for a"
          + " list), versions, ttl, scope, compression, keep-deleted";

  /**
   * Reads one.
   *
   * @throws Failure with code 2 if it is not understood
   */
  static FamilySpec parse(String text) {
    String[] parts = text.split(",");
    String[] head = parts[0].split("=", 2);
    FamilyKind kind =
        head.length < 2
            ? null
            : Arrays.stream(FamilyKind.values())
                .filter(k -> k.text().equals(head[1]))
                .findFirst()
                .orElse(null);
    if (kind == null || head[0].isEmpty()) {
      throw usage(text, "write NAME=KIND with one of the kinds " + Setting.KIND.choices());
    }
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      String[] option = part.split("=", 2);
      if (option.length == 2 && SETTINGS.containsKey(option[0])) {
        settings.merge(SETTINGS.get(option[0]).key(), option[1], (a, b) -> a + "," + b);
      } else if (option.length == 2 && ATTRIBUTES.containsKey(option[0])) {
        attributes.put(option[0], option[1]);
      } else {
        throw usage(text, "'" + part + "' is none of the options " + OPTIONS);
      }
    }
    return new FamilySpec(head[0], kind, settings, attributes);
  }

  /**
   * The family's descriptor, with what its kind requires.
   *
   * @param retentionMillis how long deletes are remembered
   */
  ColumnFamilyDescriptor descriptor(long retentionMillis) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
    family.setValue(Setting.KIND.key(), kind.text());
    settings.forEach(family::setValue);
    family.setBloomFilterType(BloomType.ROW);
    boolean everyVersion = kind == FamilyKind.DELTA || kind == FamilyKind.VERSIONED;
    family.setMaxVersions(everyVersion ? Integer.MAX_VALUE : 1);
    if (kind == FamilyKind.SEQUENCE) {
      // its cells are small and found one by one: within a block a row is found by bisection
      family.setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1);
    }
    if (kind == FamilyKind.DELTA || kind == FamilyKind.SEQUENCE) {
      // for tools that compact without the coprocessor
      family.setConfiguration("hbase.hstore.time.to.purge.deletes", Long.toString(retentionMillis));
    }
    if (kind == FamilyKind.DELTA) {
      family.setConfiguration(HConstants.KEEP_SEQID_PERIOD, A_HUNDRED_YEARS);
    }
    try {
      attributes.forEach((option, value) -> set(family, option, value));
    } catch (IllegalArgumentException wrong) {
      throw usage(name + "=" + kind.text() + "," + attributes, wrong.getMessage());
    }
    return family.build();
  }

  private static void set(ColumnFamilyDescriptorBuilder family, String option, String value) {
    switch (option) {
      case "versions" ->
          family.setMaxVersions(value.equals("MAX") ? Integer.MAX_VALUE : number(option, value));
      case "ttl" -> family.setTimeToLive((int) Math.min(Integer.MAX_VALUE, seconds(value)));
      case "scope" -> family.setScope(number(option, value));
      case "compression" ->
          family.setCompressionType(Compression.Algorithm.valueOf(value.toUpperCase(Locale.ROOT)));
      default ->
          family.setKeepDeletedCells(KeepDeletedCells.valueOf(value.toUpperCase(Locale.ROOT)));
    }
  }

  private static int number(String option, String value) {
    if (!value.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(option + " = '" + value + "': " + ATTRIBUTES.get(option));
    }
    return Integer.parseInt(value);
  }

  private static long seconds(String value) {
    return Math.max(1, Durations.parse(value) / 1000);
  }

  private static Failure usage(String text, String remedy) {
    return new Failure(ExitCode.USAGE, "--family " + text + ": " + remedy);
  }
}
