package org.sediment.coprocessor;

import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * What the region remembers, in memory, of one delta family: times not yet in files, and the folds
 * that run.
 */
final class DeltaStore {
  private final FamilySettings family;

  DeltaStore(
      RegionCoprocessorEnvironment env,
      TableSettings settings,
      FamilySettings family,
      Counters counters,
      long openedAt) {
    this.family = family;
  }

  FamilySettings family() {
    return family;
  }
}
