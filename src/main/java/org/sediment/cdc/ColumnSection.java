package org.sediment.cdc;

import java.util.Optional;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaColumn;

/** Reads one column of a mapping file: {@code "f:q"}, or a map. One thread. */
final class ColumnSection {
  private final String source;
  private final YamlNode node;
  private final Problems problems;

  ColumnSection(String source, YamlNode node, Problems problems) {
    this.source = source;
    this.node = node;
    this.problems = problems;
  }

  /** The column; empty if it is unusable, with the problems told. */
  Optional<ColumnMapping> read() {
    if (node.text() != null) {
      return target(node, node.text())
          .map(name -> new ColumnMapping(source, name, ValueType.TEXT, false, SourceForm.UNKNOWN));
    }
    Section section =
        new Section(node, "column " + source, problems, "to", "type", "delta", "from");
    section.required("to", "write family and qualifier: 'to: \"f:" + source + "\"'");
    Optional<ColumnName> target =
        section.text("to").flatMap(text -> target(section.entry("to").orElseThrow(), text));
    ValueType type = type(section);
    boolean delta = section.entry("delta").isPresent();
    if (delta && section.entry("type").isPresent()) {
      problems.add(
          section.entry("type").orElseThrow(),
          "column " + source + " has a type and a delta",
          "keep one: 'type' for a value, 'delta' for a counter");
    }
    SourceForm from = from(section, problems, "column " + source);
    target.filter(name -> delta).ifPresent(this::checkCounter);
    return target.map(name -> new ColumnMapping(source, name, type, delta, from));
  }

  private ValueType type(Section section) {
    String entry = section.entry("delta").isPresent() ? "delta" : "type";
    Optional<String> text = section.text(entry);
    if (text.isEmpty()) {
      return ValueType.TEXT;
    }
    Optional<ValueType> type = ValueType.of(text.get());
    boolean delta = entry.equals("delta");
    if (type.isEmpty() || (delta && !ColumnMapping.countable(type.get()))) {
      problems.add(
          section.entry(entry).orElseThrow(),
          "'%s' of column %s is '%s'".formatted(entry, source, text.get()),
          "write one of " + (delta ? "int64, decimal" : String.join(", ", ValueType.spellings())));
    }
    return type.orElse(ValueType.TEXT);
  }

  private void checkCounter(ColumnName name) {
    if (DeltaColumn.counterLength(name.qualifier(), 0, name.qualifier().length) >= 0) {
      problems.add(
          node,
          "counter '%s' of column %s has ':', ';' or '<'".formatted(name, source),
          "use another character, '.' for example");
    }
  }

  private Optional<ColumnName> target(YamlNode where, String text) {
    Optional<ColumnName> target = ColumnMapping.target(text);
    if (target.isEmpty()) {
      problems.add(
          where,
          "column %s goes to '%s', which names no family".formatted(source, text),
          "write family and qualifier: \"f:" + text + "\"");
    }
    return target;
  }

  /** The entry {@code from} of a column or key part. */
  static SourceForm from(Section section, Problems problems, String name) {
    Optional<String> text = section.text("from");
    Optional<SourceForm> form = text.flatMap(SourceForm::parse);
    if (text.isPresent() && form.isEmpty()) {
      problems.add(
          section.entry("from").orElseThrow(),
          "'from' of %s is '%s'".formatted(name, text.get()),
          "write one of " + SourceForm.CHOICES);
    }
    return form.orElse(SourceForm.UNKNOWN);
  }
}
