package org.sediment.coprocessor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;

/**
 * What the parts of the shell share in one region: environment, settings, counts, delta stores.
 * Thread-safe.
 */
final class RegionContext {
  private final RegionCoprocessorEnvironment env;
  private final TableSettings settings;
  private final Counters counters;
  private final Map<String, DeltaStore> deltaStores = new LinkedHashMap<>();

  RegionContext(RegionCoprocessorEnvironment env, TableSettings settings) {
    this.env = env;
    this.settings = settings;
    this.counters = new Counters(env.getMetricRegistryForRegionServer());
    long openedAt = EnvironmentEdgeManager.currentTime();
    for (FamilySettings family : settings.families().values()) {
      if (family.kind() == FamilyKind.DELTA) {
        deltaStores.put(family.name(), new DeltaStore(env, settings, family, counters, openedAt));
      }
    }
  }

  RegionCoprocessorEnvironment env() {
    return env;
  }

  Region region() {
    return env.getRegion();
  }

  TableSettings settings() {
    return settings;
  }

  Counters counters() {
    return counters;
  }

  /** Name of a store's family, as settings know it. */
  static String family(Store store) {
    return FamilyName.text(store.getColumnFamilyDescriptor().getName());
  }

  /** The store of a delta family; null for any other family. */
  DeltaStore deltaStore(String family) {
    return deltaStores.get(family);
  }

  Collection<DeltaStore> deltaStores() {
    return deltaStores.values();
  }

  /** The server's clock in milliseconds; tests can set it. */
  long now() {
    return EnvironmentEdgeManager.currentTime();
  }
}
