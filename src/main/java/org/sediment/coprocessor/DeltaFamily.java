package org.sediment.coprocessor;

import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Aggregators;
import org.sediment.model.FamilyName;

/** A delta family as the write side sees it: name in bytes, settings, store. Immutable. */
final class DeltaFamily {
  private final byte[] name;
  private final FamilySettings settings;
  private final DeltaStore store;
  private final Aggregator only;

  DeltaFamily(FamilySettings settings, DeltaStore store) {
    this.name = FamilyName.bytes(settings.name());
    this.settings = settings;
    this.store = store;
    Map<String, Aggregator> aggregators = settings.aggregators();
    // the usual case of one aggregator for all counters makes no string per cell
    this.only = aggregators.size() == 1 ? aggregators.get(Aggregators.ALL_OTHERS) : null;
  }

  /** The family's name; not to be changed. */
  byte[] name() {
    return name;
  }

  DeltaStore store() {
    return store;
  }

  /** Whether late changes of clients are refused instead of listed. */
  boolean rejectLate() {
    return settings.rejectLate();
  }

  /**
   * Aggregator of the counter named in part of an array; null if {@code sediment.fold} has none.
   */
  Aggregator aggregator(byte[] counter, int offset, int length) {
    return only != null ? only : settings.aggregator(Bytes.toString(counter, offset, length));
  }

  boolean is(byte[] family) {
    return Bytes.equals(name, family);
  }
}
