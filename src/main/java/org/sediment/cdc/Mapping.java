package org.sediment.cdc;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping file, checked: which tables of a source go where. Immutable and thread-safe.
 *
 * <p>The form of the file is described in the guide "Change events".
 */
public final class Mapping {
  private final long generation;
  private final Optional<Instant> snapshotTime;
  private final String unavailable;
  private final TableMapping.Choice unmapped;
  private final Map<String, TableMapping> tables;

  Mapping(
      long generation,
      Optional<Instant> snapshotTime,
      String unavailable,
      TableMapping.Choice unmapped,
      Map<String, TableMapping> tables) {
    this.generation = generation;
    this.snapshotTime = snapshotTime;
    this.unavailable = unavailable;
    this.unmapped = unmapped;
    this.tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  /**
   * Reads a mapping file.
   *
   * @param name the file's name, for messages
   * @param yaml its text
   * @throws MappingException if anything is wrong with it; it names all problems
   */
  public static Mapping parse(String name, String yaml) throws MappingException {
    return MappingFile.read(name, yaml);
  }

  /** Names of the HBase tables that events go to. */
  public Iterable<String> targets() {
    return tables.values().stream().map(TableMapping::table).distinct().toList();
  }

  /** Number in front of each sequence: higher for a newer incarnation of the source. */
  long generation() {
    return generation;
  }

  /** Time of the deltas of rows that a snapshot read; empty if the file names none. */
  Optional<Instant> snapshotTime() {
    return snapshotTime;
  }

  /** Text that stands for a value which the source did not send. */
  String unavailable() {
    return unavailable;
  }

  /** What to do with messages of tables that are not here. */
  TableMapping.Choice unmapped() {
    return unmapped;
  }

  /** The mapping of the first of these names that is here. */
  Optional<TableMapping> table(Iterable<String> names) {
    for (String name : names) {
      if (tables.containsKey(name)) {
        return Optional.of(tables.get(name));
      }
    }
    return Optional.empty();
  }

  /** The only table's mapping; empty if there are several. */
  Optional<TableMapping> only() {
    return tables.size() == 1 ? tables.values().stream().findFirst() : Optional.empty();
  }
}
