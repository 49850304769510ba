package org.sediment.coprocessor;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * What happened in a region since it was opened here, counted; and for the whole server, as HBase's
 * metrics of the coprocessor. Thread-safe.
 */
final class Counters {
  /** What is counted; the lower-case name is the metric's. */
  enum What {
    APPLIED,
    STALE,
    DUPLICATE,
    REJECTED,
    REPLICATED_MASKED,
    DELTAS_STORED,
    DELTAS_REPLAYED,
    DELTAS_LATE,
    DELTAS_MASKED,
    LATE_READS,
    ROW_READS,
    COLUMN_READS,
    ROWS_CACHED_HITS,
    ROWS_NEW,
    FOLDS,
    FOLDED_DELTAS,
    FOLD_COPIES_DROPPED,
    FOLD_LATE_MOVED,
    NOT_UNDERSTOOD,
    COMPACTIONS_REQUESTED;

    String metric() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<What, LongAdder> counts = new EnumMap<>(What.class);
  private final Map<What, Counter> ofServer = new EnumMap<>(What.class);

  /** Counts that no metric shows. */
  Counters() {
    for (What what : What.values()) {
      counts.put(what, new LongAdder());
    }
  }

  /**
   * Counts that the server's metrics show, too.
   *
   * @param server registry that all regions of the server share
   */
  Counters(MetricRegistry server) {
    this();
    for (What what : What.values()) {
      ofServer.put(what, server.counter(what.metric()));
    }
  }

  void add(What what) {
    add(what, 1);
  }

  void add(What what, long number) {
    counts.get(what).add(number);
    Counter shared = ofServer.get(what);
    if (shared != null) {
      shared.increment(number);
    }
  }

  long get(What what) {
    return counts.get(what).sum();
  }
}
