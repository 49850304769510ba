package org.sediment.rowkey;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be asked of keys of a schema, part by part, and what is lost. Says no more than {@link
 * KeyQuery} does.
 */
final class Layout {
  private final KeySchema schema;
  private final List<KeyPart.Valued> valued;
  private final List<LayoutAnswer> answers = new ArrayList<>();

  Layout(KeySchema schema) {
    this.schema = schema;
    this.valued = schema.valued();
  }

  List<LayoutAnswer> answers() {
    wholeRow();
    for (int bound = 0; bound < valued.size(); bound++) {
      if (bound > 0) {
        yes(equal(bound), scans(bound) + order(bound));
      }
      next(bound);
    }
    for (int at = 1; at < valued.size(); at++) {
      alone(at);
    }
    writes();
    return answers;
  }

  private void yes(String query, String how) {
    answers.add(new LayoutAnswer(query, true, how));
  }

  private void no(String query, String how) {
    answers.add(new LayoutAnswer(query, false, how));
  }

  private KeyPart last() {
    return schema.parts().get(schema.parts().size() - 1);
  }

  private boolean isRandom() {
    return last() instanceof KeyPart.Suffix;
  }

  private void wholeRow() {
    if (isRandom()) {
      no(
          "one row, by its values",
          "its key is not known: scan "
              + equal(valued.size())
              + " ("
              + scans(valued.size())
              + "). An event that is delivered again becomes a second row: for change streams use"
              + " an ID of the source instead of random bytes");
    } else {
      yes("one row: " + equal(valued.size()), "1 Get");
    }
  }

  private String equal(int bound) {
    return String.join(
        ", ", valued.subList(0, bound).stream().map(p -> p.name() + " = ?").toList());
  }

  private String with(int bound, String query) {
    return bound == 0 ? query : equal(bound) + ", " + query;
  }

  /** How many scans it takes with so many values bound. */
  private String scans(int bound) {
    KeyPart.Spreading spread = spread();
    if (spread == null || spread.inputs().stream().allMatch(input -> input < bound)) {
      return "1 scan";
    }
    int before = valuesBefore(spread);
    if (before > bound) {
      return "1 scan";
    }
    return spread.spread().count() > Spread.MOST
        ? "a scan for each " + spread.spread().kind() + ", too many to be of use"
        : spread.spread().count() + " scans, merged (FanOutScan)";
  }

  private KeyPart.Spreading spread() {
    return schema.parts().stream()
        .filter(KeyPart.Spreading.class::isInstance)
        .map(KeyPart.Spreading.class::cast)
        .findFirst()
        .orElse(null);
  }

  private int valuesBefore(KeyPart end) {
    return (int)
        schema.parts().subList(0, schema.parts().indexOf(end)).stream()
            .filter(KeyPart.Valued.class::isInstance)
            .count();
  }

  /** In which order rows come with so many values bound. */
  private String order(int bound) {
    if (bound == valued.size()) {
      return "";
    }
    KeyPart.Valued next = valued.get(bound);
    KeyPart.Spreading spread = spread();
    if (spread != null && valuesBefore(spread) > bound) {
      return ", in order of " + next.name() + ", behind it of " + spread.name();
    }
    return ", in order of "
        + next.name()
        + switch (next.codec().order()) {
          case ASCENDING -> "; the other way round with a reversed scan";
          case DESCENDING -> ", greatest first; the other way round with a reversed scan";
          case OTHER ->
              next.codec().hasEnds() ? ", from its end" : " as its bytes sort, not its values";
        };
  }

  /** What can be asked of the part behind those bound. */
  private void next(int bound) {
    KeyPart.Valued part = valued.get(bound);
    String name = part.name();
    Codec codec = part.codec();
    if (codec.hasBeginnings()) {
      yes(with(bound, name + " begins with ?"), scans(bound));
    }
    if (codec.hasEnds()) {
      yes(with(bound, name + " ends with ?"), scans(bound));
    }
    if (codec.order() != Order.OTHER) {
      yes(with(bound, name + " from ? to ?"), scans(bound));
    } else if (!codec.hasEnds()) {
      no(
          with(bound, name + " from ? to ?"),
          "declare it as "
              + (codec.hasBeginnings() ? "text(\\x00) or text(escaped)" : "long or unsigned")
              + "; or scan "
              + (bound == 0 ? "the table" : equal(bound))
              + " with a filter");
    }
    if (codec.hasBeginnings() && codec instanceof TextCodec) {
      no(
          with(bound, name + " ends with ?"),
          "an inverted-key index table: " + inverted(part) + "; or a RowFilter, which reads all");
    } else if (codec.hasEnds()) {
      no(
          with(bound, name + " begins with ?"),
          "a second table with " + name + ":text(escaped) in front");
    }
  }

  private String inverted(KeyPart.Valued part) {
    List<String> out = new ArrayList<>();
    out.add(part.name() + ":reversed-text(escaped)");
    for (KeyPart.Valued other : valued) {
      if (!other.equals(part)) {
        out.add(other.name() + ":" + ended(other.codec()));
      }
    }
    return String.join(", ", out);
  }

  /** A kind that may stand anywhere. */
  private static String ended(Codec codec) {
    String spelling = codec.spelling();
    return spelling.contains("(") || codec.width() > 0 ? spelling : spelling + "(escaped)";
  }

  /** A part without those before it. */
  private void alone(int at) {
    KeyPart.Valued part = valued.get(at);
    List<String> others = new ArrayList<>();
    for (KeyPart.Valued other : valued) {
      if (!other.equals(part)) {
        others.add(other.name() + ":" + ended(other.codec()));
      }
    }
    boolean fixed =
        part.width() > 0
            && schema.parts().subList(0, schema.parts().indexOf(part)).stream()
                .allMatch(before -> before.width() > 0);
    no(
        part.name() + " = ?, without " + valued.get(at - 1).name(),
        "an index table: "
            + part.name()
            + ":"
            + ended(part.codec())
            + ", "
            + String.join(", ", others)
            + "; or a server-side filter ("
            + (fixed ? "FuzzyRowFilter" : "RowFilter")
            + "), which "
            + (fixed ? "skips, but reads the table" : "reads the whole table"));
  }

  /** Where writes go. */
  private void writes() {
    KeyPart first = schema.parts().get(0);
    KeyPart.Spreading spread = spread();
    if (first instanceof KeyPart.Spreading spreading) {
      yes(
          "even writes",
          "over "
              + (spreading.spread().count() > Spread.MOST ? "all" : spreading.spread().count())
              + " values of "
              + spreading.name()
              + "; pre-split the table (splits)");
    } else if (first instanceof KeyPart.Valued one
        && one.codec().order() != Order.OTHER
        && (one.codec() instanceof NumberCodec || one.codec() instanceof DigitsCodec)) {
      no(
          "even writes, if " + one.name() + " rises (a time, an ID)",
          "all go to one region: put bucket(16) in front, at 16 scans for a range");
    } else if (spread == null) {
      no(
          "even writes, if few values of " + first.name() + " are written most",
          "each of them lies in one region: a bucket reckoned from the parts behind it spreads it");
    }
    if (spread != null) {
      yes("all rows in order of values", scans(0) + order(0));
    }
  }
}
