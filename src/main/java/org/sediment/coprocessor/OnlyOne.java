package org.sediment.coprocessor;

import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one Sediment work in a region, if both the servers' configuration and the table's descriptor
 * load it: two would judge every write twice, the second what the first has made of it.
 *
 * <p>Stateless; who works is noted in HBase's data shared among the instances of a class in a
 * server.
 */
final class OnlyOne {
  private static final Logger LOG = LoggerFactory.getLogger(OnlyOne.class);

  private OnlyOne() {}

  /** Whether the caller is the first in this opening of the region, and so the one to work. */
  static boolean takes(RegionCoprocessorEnvironment env) {
    String name = env.getRegionInfo().getEncodedName();
    // an opening that ended without a stop leaves another object behind, which does not count
    Object before = env.getSharedData().put(name, env.getRegion());
    if (before == env.getRegion()) {
      LOG.warn(
          "region {}: Sediment is loaded twice, by the servers' configuration and by the table's"
              + " descriptor; this second one stands aside",
          env.getRegionInfo().getRegionNameAsString());
      return false;
    }
    return true;
  }

  /** The region closes. */
  static void leaves(RegionCoprocessorEnvironment env) {
    env.getSharedData().remove(env.getRegionInfo().getEncodedName(), env.getRegion());
  }
}
