package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.Descriptors.delta;
import static org.sediment.coprocessor.Descriptors.family;
import static org.sediment.coprocessor.Descriptors.read;
import static org.sediment.coprocessor.Descriptors.table;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.model.FamilyKind;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;

/** Every setting, right and wrong. */
class SettingsReaderTest {
  private static final List<String> NONSENSE =
      List.of(
          "nonsense",
          "-1",
          "999999999999d",
          "99999999999999999999999999",
          "1e9",
          "${sediment.kind}",
          "ROW",
          "\u0000\uFFFD",
          "x".repeat(5000));

  @Test
  void aTableWithNothingWrittenHasNoProblemAndTheDefaults() {
    TableSettings settings = read(table(Map.of(), family("u"), delta("x"), family("m")));
    assertThat(settings.problems()).isEmpty();
    assertThat(settings.guard()).isEqualTo(TableSettings.Guard.ROW);
    assertThat(settings.sequenceFamily()).isEqualTo("m");
    assertThat(settings.sequenceQualifier()).isEqualTo("seq");
    assertThat(settings.futureSkewMillis()).isEqualTo(3_600_000);
    assertThat(settings.retentionMillis()).isEqualTo(864_000_000);
    assertThat(settings.cacheRows()).isEqualTo(20_000);
    assertThat(settings.rejectExpired()).isTrue();
    assertThat(settings.fullImage()).isFalse();
    assertThat(settings.families().keySet()).containsExactly("m", "u", "x");
    assertThat(settings.kind("x")).isEqualTo(FamilyKind.DELTA);
    assertThat(settings.family("x").lagMillis()).isEqualTo(3_600_000);
    assertThat(settings.family("x").foldPending()).isEqualTo(1_000_000);
    assertThat(settings.family("x").foldEveryMillis()).isEqualTo(3_600_000);
    assertThat(settings.family("x").rejectLate()).isFalse();
    assertThat(settings.family("u").ttlMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void nonsenseInAnySettingIsAProblemThatNamesKeyValueAndRemedy(Setting setting) {
    for (String value : NONSENSE) {
      TableSettings settings = read(with(setting, value));
      assertThat(settings.problems())
          .as("%s = '%s'", setting.key(), value)
          .anySatisfy(
              problem ->
                  assertThat(problem)
                      .contains(setting.key())
                      .contains("'" + value.trim() + "'")
                      .matches("(?s).*: .{5,}"));
    }
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void theDefaultWrittenOutIsTheSameAsNothing(Setting setting) {
    if (setting == Setting.GUARD) {
      return; // depends on the table
    }
    assertThat(read(with(setting, setting.defaultText())).problems()).isEmpty();
    assertThat(read(with(setting, " " + setting.defaultText() + " ")).problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void aSettingInTheWrongPlaceIsAProblem(Setting setting) {
    String value = setting == Setting.GUARD ? "row" : setting.defaultText();
    TableDescriptor misplaced =
        setting.place() == Place.TABLE
            ? table(Map.of(), "u", u -> u.setValue(setting.key(), value))
            : table(Map.of(setting.key(), value), "u", u -> u);
    assertThat(read(misplaced).problems())
        .singleElement()
        .asString()
        .contains(setting.key(), "no effect there");
  }

  @ParameterizedTest
  @CsvSource({
    "sediment.sequence.colunm, sediment.sequence.column",
    "sediment.gaurd, sediment.guard",
    "sediment.tombstone.retension, sediment.tombstone.retention",
    "sediment.future-skew, sediment.future.skew",
    "sediment.lags, sediment.lag"
  })
  void anUnknownKeyIsAProblemThatNamesTheNearestOne(String key, String meant) {
    assertThat(read(table(Map.of(key, "1"), "u", u -> u)).problems())
        .singleElement()
        .asString()
        .contains(key + " of table 't'", "did you mean " + meant + "?");
    assertThat(read(table(Map.of(), "x", x -> x.setValue(key, "1"))).problems())
        .singleElement()
        .asString()
        .contains(key + " of family 'x'", "did you mean " + meant + "?");
    assertThat(read(table(Map.of(), "x", x -> x.setConfiguration(key, "1"))).problems())
        .singleElement()
        .asString()
        .contains(key + " of family 'x'", "did you mean " + meant + "?");
    TableDescriptor inTableValues =
        TableDescriptorBuilder.newBuilder(table(Map.of(), "u", u -> u)).setValue(key, "1").build();
    assertThat(read(inTableValues).problems()).singleElement().asString().contains(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "off, 400d, 0, ok",
    "1h, 400d, 3600000, ok",
    "1d, 10000d, 86400000, ok",
    "1h, 0, 3600000, ok",
    "1h, 417d, 0, would keep 10008 buckets apart",
    "0, 400d, 0, write 1ms or more",
    "Off, 400d, 0, or off"
  })
  void bucketsAreAWidthAndATimeToKeepThemApart(
      String width, String keep, long millis, String problem) {
    TableSettings settings =
        read(
            table(
                Map.of(),
                delta("x")
                    .setValue("sediment.bucket", width)
                    .setValue("sediment.bucket.keep", keep)));
    assertThat(settings.family("x").buckets().widthMillis()).isEqualTo(millis);
    if (problem.equals("ok")) {
      assertThat(settings.problems()).isEmpty();
    } else {
      assertThat(settings.problems()).singleElement().asString().contains(problem);
    }
  }

  @Test
  void keysOfOthersAreTheirOwnBusiness() {
    assertThat(read(table(Map.of("sedimentary", "1", "k", "v"), "u", u -> u)).problems()).isEmpty();
  }

  @Test
  void aFamilySettingMayStandInTheFamilysConfigurationToo() {
    TableSettings settings =
        read(table(Map.of(), "x", x -> x.setConfiguration("sediment.lag", "5m")));
    assertThat(settings.problems()).isEmpty();
    assertThat(settings.family("x").lagMillis()).isEqualTo(300_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hundred", "-5", "99999999999999999999", "9223372036854775807", ""})
  void aWrongClockSkewOfTheServerIsAProblemToo(String skew) {
    Configuration conf = new Configuration(false);
    conf.set("hbase.master.maxclockskew", skew);
    TableSettings settings = SettingsReader.read(table(Map.of(), "u", u -> u), conf);
    assertThat(settings.problems())
        .singleElement()
        .asString()
        .contains("hbase.master.maxclockskew = '" + skew + "'");
    assertThat(settings.clockSkewMillis()).isEqualTo(30_000);
  }

  @Test
  void theLongestDurationsLeaveRoomForSums() {
    TableSettings settings =
        read(
            table(
                Map.of("sediment.tombstone.retention", "36500d", "sediment.future.skew", "36500d"),
                "x",
                x -> x.setValue("sediment.lag", "36499d")));
    assertThat(settings.problems()).isEmpty();
    assertThat(
            Math.addExact(
                System.currentTimeMillis(),
                Math.addExact(settings.retentionMillis(), settings.futureSkewMillis())))
        .isPositive();
  }

  @Test
  void withNoSequenceFamilyTheGuardIsOffOnlyIfNobodyMeantIt() {
    assertThat(read(table(Map.of(), family("u"), delta("x"))).problems()).isEmpty();
    assertThat(read(table(Map.of(), family("u"))).guarded()).isFalse();
    assertThat(read(table(Map.of("sediment.sequence.column", "s:seq"), family("u"))).problems())
        .singleElement()
        .asString()
        .contains("sediment.sequence.column = 's:seq'", "alter 't', {NAME => 's', VERSIONS => 1}");
    for (String kind : List.of("upsert", "versioned")) {
      ColumnFamilyDescriptorBuilder family =
          family("u").setValue("sediment.kind", kind).setMaxVersions(3);
      assertThat(read(table(Map.of(), family)).problems())
          .singleElement()
          .asString()
          .contains("sediment.kind = '" + kind + "'", "{NAME => 'm', VERSIONS => 1}");
      assertThat(read(table(Map.of("sediment.guard", "off"), family)).problems()).isEmpty();
    }
    assertThat(read(table(Map.of("sediment.guard", "row"), family("u"))).problems())
        .singleElement()
        .asString()
        .contains("sediment.guard = 'row'", "'m'", "or use off");
  }

  @Test
  void aSecondSequenceFamilyIsAProblem() {
    ColumnFamilyDescriptorBuilder second = family("s").setValue("sediment.kind", "sequence");
    assertThat(read(table(Map.of(), family("u"), family("m"), second)).problems())
        .singleElement()
        .asString()
        .contains("sediment.kind = 'sequence' of family 's'", "s:seq");
    assertThat(
            read(table(Map.of("sediment.sequence.column", "s:seq"), family("u"), second))
                .problems())
        .isEmpty();
  }

  @Test
  void theSequenceFamilyIsOfNoOtherKind() {
    assertThat(read(table(Map.of(), "m", m -> m.setValue("sediment.kind", "plain"))).problems())
        .singleElement()
        .asString()
        .contains("sediment.kind = 'plain' of family 'm'", "'sediment.kind' => 'sequence'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"m:", ":seq", "mseq", "m:img", "m:del:x", "m:at:1", "m:c:u:a", "m:n:x"})
  void theSequenceColumnIsAColumnThatTheGuardDoesNotUse(String column) {
    assertThat(read(table(Map.of("sediment.sequence.column", column), "u", u -> u)).problems())
        .singleElement()
        .asString()
        .contains("sediment.sequence.column = '" + column + "'");
  }

  @Test
  void whatThisVersionCannotDoIsAProblemNotASilentDefault() {
    assertThat(read(table(Map.of("sediment.clock", "ingest"), "u", u -> u)).problems()).hasSize(1);
    assertThat(read(table(Map.of(), "u", u -> u.setValue("sediment.kind", "changes"))).problems())
        .hasSize(1);
  }

  @Test
  void statusShowsEverySettingInForce() {
    TableDescriptor table =
        table(Map.of("sediment.cache.rows", "7"), "x", x -> x.setValue("sediment.lag", "5m"));
    Configuration conf = new Configuration(false);
    conf.set("sediment.cache.rows", "7");
    assertThat(SettingInForce.of(table, conf, SettingsReader.read(table, conf)))
        .contains(
            new SettingInForce("sediment.cache.rows", "7", false),
            new SettingInForce("sediment.guard", "row", true),
            new SettingInForce("x:sediment.lag", "5m", false),
            new SettingInForce("x:sediment.late", "quarantine", true),
            new SettingInForce("m:sediment.kind", "sequence", true));
  }

  private static TableDescriptor with(Setting setting, String value) {
    return setting.place() == Place.TABLE
        ? table(Map.of(setting.key(), value), "u", u -> u)
        : table(Map.of(), "x", x -> x.setValue(setting.key(), value));
  }
}
