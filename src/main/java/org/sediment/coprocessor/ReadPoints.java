package org.sediment.coprocessor;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;

/**
 * Smallest read points by compaction, taken when its files were selected, that is before the
 * compactor takes its own. By identity, since a request changes after its selection; forgotten with
 * the request. Thread-safe.
 */
final class ReadPoints {
  private record Entry(WeakReference<CompactionRequest> request, long readPoint) {}

  private final List<Entry> entries = new ArrayList<>();

  synchronized void remember(CompactionRequest request, long readPoint) {
    entries.removeIf(entry -> entry.request().refersTo(null) || entry.request().refersTo(request));
    entries.add(new Entry(new WeakReference<>(request), readPoint));
  }

  /** The read point remembered; empty if the selection was not seen. */
  synchronized OptionalLong of(CompactionRequest request) {
    for (Entry entry : entries) {
      if (entry.request().refersTo(request)) {
        return OptionalLong.of(entry.readPoint());
      }
    }
    return OptionalLong.empty();
  }
}
