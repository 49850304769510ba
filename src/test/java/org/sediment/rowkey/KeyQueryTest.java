package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.sediment.rowkey.RandomKeys.Kind;
import org.sediment.testing.Seeds;

/** The ranges of a query hold the keys of its rows, each once, and no neighbour's. */
class KeyQueryTest {
  private static final int QUERIES = 6000;
  private static final int ROWS = 30;

  private record Asked(KeyQuery query, Predicate<Object[]> rows, String text) {}

  @Test
  void rangesHoldTheRowsAskedForAndNoOther() {
    Random random = Seeds.random("KeyQueryTest.rangesHoldTheRowsAskedForAndNoOther");
    int found = 0;
    int missed = 0;
    for (int i = 0; i < QUERIES; i++) {
      List<Kind> kinds = RandomKeys.kinds(random);
      KeySchema schema =
          KeySchema.parse(spread(kinds, random) + RandomKeys.schema(kinds) + suffix(kinds));
      List<Object[]> rows = new ArrayList<>();
      for (int r = 0; r < ROWS; r++) {
        Object[] row = RandomKeys.values(kinds, random);
        for (int p = 0; r > 0 && p < row.length; p++) {
          row[p] = random.nextBoolean() ? rows.get(random.nextInt(r))[p] : row[p];
        }
        rows.add(row);
      }
      Asked asked = ask(schema, kinds, rows, random);
      List<ScanRange> ranges = asked.query().ranges();
      for (int r = 1; r < ranges.size(); r++) {
        assertThat(ranges.get(r - 1).stop()).isNotEmpty();
        assertThat(Arrays.compareUnsigned(ranges.get(r - 1).stop(), ranges.get(r).start()))
            .isLessThanOrEqualTo(0);
      }
      for (Object[] row : rows) {
        byte[] key;
        try {
          key = schema.encode(row);
        } catch (KeyException empty) {
          assertThat(empty).hasMessageContaining("0 bytes");
          continue;
        }
        boolean wanted = asked.rows().test(row);
        assertThat(ranges.stream().filter(range -> range.contains(key)).count())
            .as("%s, %s: %s in %s", schema, asked.text(), Arrays.deepToString(row), ranges)
            .isEqualTo(wanted ? 1 : 0);
        found += wanted ? 1 : 0;
        missed += wanted ? 0 : 1;
      }
    }
    assertThat(found).isGreaterThan(QUERIES);
    assertThat(missed).isGreaterThan(QUERIES);
  }

  private static String spread(List<Kind> kinds, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> "bucket(3), ";
      case 1 -> "bucket(256,p" + random.nextInt(kinds.size()) + "), ";
      case 2 -> "salt(1,p0), ";
      default -> "";
    };
  }

  private static String suffix(List<Kind> kinds) {
    String last = kinds.get(kinds.size() - 1).spelling();
    return last.equals("int") ? ", random(2)" : "";
  }

  private static Asked ask(KeySchema schema, List<Kind> kinds, List<Object[]> rows, Random random) {
    Object[] like = rows.get(random.nextInt(rows.size()));
    int bound = random.nextInt(kinds.size() + 1);
    Object[] values = Arrays.copyOf(like, bound);
    KeyQuery query = schema.where(values);
    Predicate<Object[]> equal = row -> Arrays.deepEquals(Arrays.copyOf(row, bound), values);
    if (bound == kinds.size()) {
      return new Asked(query, equal, "where " + Arrays.deepToString(values));
    }
    Kind kind = kinds.get(bound);
    String text = "where " + Arrays.deepToString(values);
    int way = random.nextInt(4);
    if (way == 0 && like[bound] instanceof String whole) {
      boolean reversed = kind.spelling().startsWith("reversed");
      int cut =
          whole.offsetByCodePoints(0, random.nextInt(whole.codePointCount(0, whole.length()) + 1));
      String part = reversed ? whole.substring(cut) : whole.substring(0, cut);
      return reversed
          ? new Asked(
              query.endingWith(part),
              equal.and(row -> ((String) row[bound]).endsWith(part)),
              text + " ends with " + part)
          : new Asked(
              query.startingWith(part),
              equal.and(row -> ((String) row[bound]).startsWith(part)),
              text + " begins with " + part);
    }
    if (way < 3 && schema.valued().get(bound).codec().order() != Order.OTHER) {
      Object from = random.nextInt(3) == 0 ? null : rows.get(random.nextInt(rows.size()))[bound];
      Object to = random.nextInt(3) == 0 ? null : rows.get(random.nextInt(rows.size()))[bound];
      query = from == null ? query : query.from(from);
      query = to == null ? query : query.to(to);
      return new Asked(
          query,
          equal.and(
              row ->
                  (from == null || natural(kind, from, row[bound]) <= 0)
                      && (to == null || natural(kind, row[bound], to) < 0)),
          text + " from " + from + " to " + to);
    }
    return new Asked(query, equal, text);
  }

  private static int natural(Kind kind, Object a, Object b) {
    int order = kind.order().compare(a, b);
    return kind.spelling().equals("reversed-long") ? -order : order;
  }

  @Test
  void aPaddedTextThatBeginsWithThePaddingIsNotTheShorterOne() {
    KeySchema schema = KeySchema.parse("name:text(4), n:int");
    List<ScanRange> ranges = schema.where().startingWith("a ").ranges();
    assertThat(ranges).hasSize(1);
    assertThat(ranges.get(0).contains(schema.encode("a", 7))).isFalse();
    assertThat(ranges.get(0).contains(schema.encode("a b", 7))).isTrue();
    assertThat(schema.where().startingWith("a   ").ranges()).isEmpty();
  }

  @Test
  void aSaltThatIsKnownIsOneRangeAndAnUnknownOneIsARangeEach() {
    KeySchema schema = KeySchema.parse("bucket(16,host), host:text(|), time:reversed-long");
    assertThat(schema.where("host1").from(0L).to(10L).ranges()).hasSize(1);
    assertThat(schema.where("host1").spreadOffset()).isEqualTo(-1);
    assertThat(schema.where().startingWith("host").ranges()).hasSize(16);
    assertThat(schema.where().spreadOffset()).isZero();
    assertThat(schema.where().spreadWidth()).isEqualTo(1);
    assertThat(KeySchema.parse("salt(2), id:long").where().ranges()).hasSize(256);
    KeySchema later = KeySchema.parse("tenant:text(|), bucket(4), time:long");
    assertThat(later.where("t").ranges()).hasSize(4);
    assertThat(later.where("t").spreadOffset()).isEqualTo(2);
    assertThat(later.where().ranges()).hasSize(1);
    assertThat(later.where().isMergeable()).isFalse();
    assertThat(later.where("t").isMergeable()).isTrue();
  }

  @Test
  void whatALayoutCannotAnswerIsRefusedWithTheRemedy() {
    KeySchema schema = KeySchema.parse("host:text(|), mail:reversed-text(|), n:plain-long");
    assertThatThrownBy(() -> schema.where().from("a"))
        .hasMessage(
            "part 1 'host': as text(|) it does not sort as its values: declare it as text(\\x00),"
                + " text(escaped), long, or unsigned (the bytes of plain-long from 0), or filter rows");
    assertThatThrownBy(() -> schema.where().endingWith("a"))
        .hasMessageStartingWith("part 1 'host': ")
        .hasMessageContaining("startingWith");
    assertThatThrownBy(() -> schema.where("h").startingWith("a"))
        .hasMessageContaining("endingWith");
    assertThatThrownBy(() -> schema.where("h", "m").from(1)).hasMessageContaining("part 3 'n'");
    assertThatThrownBy(() -> schema.where("h", "m").startingWith("1"))
        .hasMessageContaining("part 3 'n'");
    assertThatThrownBy(() -> schema.where("h", "m", 1).from(1))
        .hasMessageContaining("no part left");
    assertThatThrownBy(() -> schema.where("h|")).hasMessageContaining("the delimiter '|'");
    assertThatThrownBy(() -> schema.where("h", "m", 1, 2))
        .hasMessageContaining("4 values for 3 parts");
    assertThatThrownBy(() -> KeySchema.parse("salt(8), id:long").where().ranges())
        .hasMessageContaining("more than 65536");
    assertThat(KeySchema.parse("salt(8), id:long").where(1).ranges()).hasSize(1);
  }

  @Test
  void splitsCutTheBucketsInLikeShares() {
    assertThat(KeySchema.parse("bucket(16), id:long").splits(4))
        .containsExactly(new byte[] {4}, new byte[] {8}, new byte[] {12});
    assertThat(KeySchema.parse("salt(1), id:long").splits(3))
        .containsExactly(new byte[] {'5'}, new byte[] {'a'});
    assertThat(KeySchema.parse("salt(32), id:long").splits(2))
        .containsExactly("8000".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(KeySchema.parse("bucket(16), id:long").splits(1)).isEmpty();
    assertThatThrownBy(() -> KeySchema.parse("bucket(16), id:long").splits(17))
        .hasMessageContaining("17 regions, but only 16");
    assertThatThrownBy(() -> KeySchema.parse("id:long").splits(2))
        .hasMessageContaining("part 1 'id'");
  }
}
