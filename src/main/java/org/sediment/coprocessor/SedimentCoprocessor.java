package org.sediment.coprocessor;

import com.google.protobuf.Service;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/**
 * The class to load onto a table: {@code org.sediment.coprocessor.SedimentCoprocessor}.
 *
 * <p>HBase makes one per region. {@link #start} never throws: a wrong setting lets the region open
 * and serve reads, and refuses every write until it is mended; and so does an error that nobody
 * foresaw.
 */
public final class SedimentCoprocessor implements RegionCoprocessor {
  private final SedimentEndpoint endpoint = new SedimentEndpoint();
  private volatile RegionObserver observer;

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public void start(CoprocessorEnvironment env) throws IOException {
    if (env instanceof RegionCoprocessorEnvironment region) {
      String name = region.getRegionInfo().getRegionNameAsString();
      observer = LastResort.unless(name, () -> start(region));
      if (observer instanceof LastResort failed) {
        endpoint.failed(failed.message());
      }
    }
  }

  private RegionObserver start(RegionCoprocessorEnvironment region) {
    if (!OnlyOne.takes(region)) {
      return null;
    }
    TableSettings settings =
        SettingsReader.read(region.getRegion().getTableDescriptor(), region.getConfiguration());
    RegionContext context = new RegionContext(region, settings);
    SedimentObserver started = new SedimentObserver(context);
    endpoint.serve(context);
    return started;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void stop(CoprocessorEnvironment env) {
    if (env instanceof RegionCoprocessorEnvironment region) {
      OnlyOne.leaves(region);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.ofNullable(observer);
  }

  @Override
  public Iterable<Service> getServices() {
    return List.of(endpoint);
  }
}
