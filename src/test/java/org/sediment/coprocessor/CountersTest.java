package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.testing.EndpointEvents.column;
import static org.sediment.testing.EndpointEvents.event;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;
import org.sediment.testing.EndpointEvents;
import org.sediment.testing.TestRegion;

/** What the guard decides is seen among the server's metrics, by the same names as in status. */
class CountersTest {
  private static long metric(String name) {
    for (MetricRegistry registry : MetricRegistries.global().getMetricRegistries()) {
      if (registry.getMetricRegistryInfo().getMetricsName().contains("SedimentCoprocessor")) {
        Optional<Metric> found = registry.get(name);
        return found.map(metric -> ((Counter) metric).getCount()).orElse(-1L);
      }
    }
    return -1;
  }

  @Test
  void decisionsAreCountedInTheServersMetrics() throws IOException {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      long now = region.clock().now();
      long stale = metric("stale");
      long applied = metric("applied");
      EndpointEvents.apply(
          region.region(),
          List.of(
              event("r", "2", now).addColumn(column("u", "a", "2")).build(),
              event("r", "1", now).addColumn(column("u", "a", "1")).build()));
      assertThat(metric("stale")).isEqualTo(stale + 1);
      assertThat(metric("applied")).isEqualTo(applied + 1);
    }
  }
}
