package org.sediment.cli.kafka;

/** Learns how the feed goes on. Called by the poll loop; must not wait. */
public interface FeedWatcher {
  /** The loop has gone round once more: some times a second. */
  void turn();

  /** How far the group is behind, over all partitions of the topics, in records and markers. */
  void lag(long behind);

  /** Offsets were committed just now. */
  void committed();

  /** Something that a person may want to know, and that needs nothing done. */
  void note(String text);
}
