package org.sediment.cli;

/**
 * What a running {@code sediment apply} shows to JMX, as {@code org.sediment:type=Apply}. Counts
 * begin with the command.
 */
public interface ApplyMXBean {
  /** Messages read. */
  long getMessages();

  /** Messages that say nothing about rows: tombstones, heartbeats and the like. */
  long getSkipped();

  /** Messages that were not understood. */
  long getUnreadable();

  /** Events stored. */
  long getApplied();

  /** Events older than their row. */
  long getStale();

  /** Events that their row held already. */
  long getDuplicate();

  /** Events refused. */
  long getRejected();

  /** Refused messages that are safe among the dead letters. */
  long getDeadLetters();

  /** Deltas stored as they came. */
  long getDeltasStored();

  /** Deltas known before. */
  long getDeltasReplayed();

  /** Changes that came after their time was folded. */
  long getDeltasLate();

  /** Deltas that an earlier delete covers. */
  long getDeltasMasked();

  /** Events a second, over the last seconds. */
  long getEventsPerSecond();

  /** Records that the Kafka group has not done, over all partitions; -1 while not known. */
  long getLag();

  /** When offsets were last committed, in milliseconds since 1970; 0 for never. */
  long getLastCommitMillis();
}
