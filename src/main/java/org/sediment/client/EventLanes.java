package org.sediment.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.sediment.client.EventLane.Batch;

/**
 * The lanes of an applier: one for each region that has rows to send or calls under way, and one
 * for rows that no server holds just now, on the way from one to another or after a crash. Guarded
 * by the applier's lock.
 */
final class EventLanes {
  private static final int CALLS_PER_LANE = 2;

  private final ApplierLimits limits;
  private final Map<RegionInfo, EventLane> lanes = new HashMap<>();
  private final EventLane homeless = new EventLane(null);

  EventLanes(ApplierLimits limits) {
    this.limits = limits;
  }

  /**
   * The lane of a row. That it is nowhere is no reason to give up: HBase's client repeats a call to
   * it until it is somewhere, for as long as its settings say, or knows that there is no such
   * table.
   *
   * @param found where the row is; done
   */
  EventLane of(CompletableFuture<HRegionLocation> found) {
    return found.isCompletedExceptionally()
        ? homeless
        : lanes.computeIfAbsent(found.join().getRegion(), EventLane::new);
  }

  /**
   * Takes from a lane the calls that may start now: one if none is under way, a further one only if
   * it is full. So a feed that is slow has an answer at once, and one that is fast makes few calls,
   * each of which is an append to the server's log.
   */
  void fill(EventLane lane, List<Batch> toSend) {
    while (!lane.ready().isEmpty() && (lane.calls() == 0 || isWorthwhile(lane))) {
      toSend.add(lane.take(limits.callEvents(), limits.callBytes()));
    }
    if (lane.isIdle() && lane != homeless) {
      lanes.remove(lane.region(), lane);
    }
  }

  private boolean isWorthwhile(EventLane lane) {
    return lane.calls() < CALLS_PER_LANE && lane.ready().size() >= limits.callEvents();
  }

  /** No lane has a row to send. */
  void clear() {
    lanes.values().forEach(lane -> lane.ready().clear());
    homeless.ready().clear();
  }
}
