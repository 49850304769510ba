package org.sediment.cdc;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A map of a mapping file, read entry by entry; what is wrong goes to the {@link Problems}, and
 * reading goes on. One thread.
 */
final class Section {
  private final YamlNode node;
  private final String name;
  private final Problems problems;

  /**
   * Looks at a map.
   *
   * @param name what it describes, for messages
   * @param known the entries that it may have
   */
  Section(YamlNode node, String name, Problems problems, String... known) {
    this.node = node;
    this.name = name;
    this.problems = problems;
    if (node.entries() == null) {
      problems.add(
          node, name + " is " + node.shown(), "write a map of " + String.join(", ", known));
      return;
    }
    List<String> names = Arrays.asList(known);
    node.entries()
        .forEach(
            (key, value) -> {
              if (!names.contains(key)) {
                problems.add(
                    value,
                    name + " has an unknown entry '" + key + "'",
                    "the entries are " + String.join(", ", names));
              }
            });
  }

  YamlNode node() {
    return node;
  }

  /** The entry; empty if it is not there. */
  Optional<YamlNode> entry(String key) {
    return Optional.ofNullable(node.entries() == null ? null : node.entries().get(key));
  }

  /** The entry, which must be there. */
  Optional<YamlNode> required(String key, String remedy) {
    Optional<YamlNode> entry = entry(key);
    if (entry.isEmpty() && node.entries() != null) {
      problems.add(node, name + " has no '" + key + "'", remedy);
    }
    return entry;
  }

  /** The text of an entry; empty if it is not there, or is no text. */
  Optional<String> text(String key) {
    Optional<YamlNode> entry = entry(key);
    if (entry.isPresent() && entry.get().text() == null) {
      problems.add(
          entry.get(),
          "'%s' of %s is %s".formatted(key, name, entry.get().shown()),
          "write a text; in quotes if it is empty or has special characters");
    }
    return entry.map(YamlNode::text);
  }

  /** A whole number from {@code least} on; {@code otherwise} if it is not there. */
  long number(String key, long least, long otherwise) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    if (text.get().matches("\\d{1,18}") && Long.parseLong(text.get()) >= least) {
      return Long.parseLong(text.get());
    }
    problems.add(
        entry(key).orElseThrow(),
        "'%s' of %s is '%s'".formatted(key, name, text.get()),
        "write a whole number from " + least);
    return otherwise;
  }

  /** A time after 1970; empty if it is not there. */
  Optional<Instant> time(String key) {
    Optional<String> text = text(key);
    try {
      Optional<Instant> time = text.map(each -> OffsetDateTime.parse(each).toInstant());
      if (time.isEmpty() || time.get().toEpochMilli() > 0) {
        return time;
      }
    } catch (DateTimeException | ArithmeticException none) {
      // told below, as any other value
    }
    problems.add(
        entry(key).orElseThrow(),
        "'%s' of %s is '%s'".formatted(key, name, text.orElseThrow()),
        "write a time with its zone: 2026-01-31T12:00:00Z");
    return Optional.empty();
  }

  /** One of an enum's names, in lower case; {@code otherwise} if it is not there. */
  <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toList();
    int found = names.indexOf(text.get());
    if (found < 0) {
      problems.add(
          entry(key).orElseThrow(),
          "'%s' of %s is '%s'".formatted(key, name, text.get()),
          "write one of " + String.join(", ", names));
      return otherwise;
    }
    return type.getEnumConstants()[found];
  }
}
