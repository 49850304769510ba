package org.sediment.coprocessor;

import java.util.Map;
import org.sediment.fold.Aggregator;
import org.sediment.fold.TimeBuckets;
import org.sediment.model.FamilyKind;

/**
 * Settings of one family in force. Immutable.
 *
 * @param name the family's name
 * @param kind what its cells are
 * @param aggregators by counter name; the key {@code *} is for all others, absent if the list names
 *     none
 * @param lagMillis safety lag
 * @param rejectLate whether late deltas are refused instead of quarantined
 * @param foldPending pending deltas at which a compaction is asked for
 * @param foldEveryMillis how often at most
 * @param ttlMillis the family's TTL, {@link Long#MAX_VALUE} for FOREVER
 * @param readTotal whether plain reads that do not say otherwise show totals
 * @param buckets the time buckets that keep a base each
 */
public record FamilySettings(
    String name,
    FamilyKind kind,
    Map<String, Aggregator> aggregators,
    long lagMillis,
    boolean rejectLate,
    long foldPending,
    long foldEveryMillis,
    long ttlMillis,
    boolean readTotal,
    TimeBuckets buckets) {

  /** Aggregator of a counter; null if {@code sediment.fold} names neither it nor {@code *}. */
  public Aggregator aggregator(String counter) {
    Aggregator named = aggregators.get(counter);
    return named != null ? named : aggregators.get("*");
  }
}
