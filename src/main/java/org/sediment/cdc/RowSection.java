package org.sediment.cdc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the row key of a table in a mapping file: a list of parts. One thread. */
final class RowSection {
  private static final String EXAMPLE = "write a list: 'row: [{column: id, as: long}]'";

  private final Section table;
  private final Problems problems;

  RowSection(Section table, Problems problems) {
    this.table = table;
    this.problems = problems;
  }

  /** The parts; empty if there are none, with the problems told. */
  List<KeyPart> read() {
    List<KeyPart> parts = new ArrayList<>();
    Optional<YamlNode> list = table.required("row", EXAMPLE);
    if (list.isEmpty()) {
      return parts;
    }
    List<YamlNode> items = list.get().items();
    if (items == null || items.isEmpty()) {
      problems.add(list.get(), "'row' is " + list.get().shown() + " with no parts", EXAMPLE);
      return parts;
    }
    for (int i = 0; i < items.size(); i++) {
      part(items.get(i), i == items.size() - 1).ifPresent(parts::add);
    }
    return parts;
  }

  private Optional<KeyPart> part(YamlNode node, boolean last) {
    Section part =
        new Section(
            node, "a part of 'row'", problems, "column", "as", "width", "delimiter", "from");
    part.required("column", EXAMPLE);
    part.required("as", "write one of text, digits, long, plain-long, bytes");
    Optional<String> column = part.text("column");
    KeyPart.As as = as(part);
    int width = (int) Math.min(part.number("width", 1, 0), Short.MAX_VALUE);
    byte[] delimiter = part.text("delimiter").map(BinaryText::bytes).orElse(new byte[0]);
    SourceForm from = ColumnSection.from(part, problems, "a part of 'row'");
    checkEnd(part, as, width, delimiter.length, last);
    return column.map(name -> new KeyPart(name, as, width, delimiter, from));
  }

  private KeyPart.As as(Section part) {
    Optional<String> text = part.text("as");
    for (KeyPart.As as : KeyPart.As.values()) {
      if (text.isPresent() && as.spelling().equals(text.get())) {
        return as;
      }
    }
    if (text.isPresent()) {
      problems.add(
          part.entry("as").orElseThrow(),
          "'as' of a part of 'row' is '" + text.get() + "'",
          "write one of text, digits, long, plain-long, bytes");
    }
    return KeyPart.As.TEXT;
  }

  /** A part's end must be seen in the key, else two rows could get one key. */
  private void checkEnd(Section part, KeyPart.As as, int width, int delimiter, boolean last) {
    switch (as) {
      case TEXT -> {
        if (!last && width == 0 && delimiter == 0) {
          problems.add(
              part.node(),
              "a text that is not the last part of 'row' has no end",
              "give it a width or a delimiter");
        }
        if (width > 0 && delimiter > 0) {
          problems.add(
              part.node(), "a text in 'row' has a width and a delimiter", "keep one of them");
        }
      }
      case DIGITS -> {
        if (width == 0) {
          problems.add(part.node(), "'digits' in 'row' has no width", "write 'width: 12'");
        }
      }
      case BYTES -> {
        if (!last && width == 0) {
          problems.add(
              part.node(),
              "bytes that are not the last part of 'row' have no end",
              "give them a width, or make them the last part");
        }
        refuse(part, delimiter > 0, "delimiter", as);
      }
      default -> {
        refuse(part, width > 0, "width", as);
        refuse(part, delimiter > 0, "delimiter", as);
      }
    }
  }

  private void refuse(Section part, boolean there, String entry, KeyPart.As as) {
    if (there) {
      problems.add(
          part.entry(entry).orElse(part.node()),
          "a part of 'row' as " + as.spelling() + " has a " + entry,
          "leave it out");
    }
  }
}
