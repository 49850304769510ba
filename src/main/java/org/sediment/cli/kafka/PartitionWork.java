package org.sediment.cli.kafka;

/**
 * What goes on in one partition from its assignment to its revocation; the next assignment begins a
 * new one, so that a late end of an old record says nothing about a new one.
 */
final class PartitionWork {
  private static final long NOTHING = -1;

  private final DoneOffsets offsets = new DoneOffsets();
  private int started;
  private long committed = NOTHING;

  /** Which offsets are done. */
  DoneOffsets offsets() {
    return offsets;
  }

  /** Records that the handler has, and that have no outcome; guarded by {@link OpenRecords}. */
  int started() {
    return started;
  }

  /** As {@link #started}. */
  void started(int more) {
    started += more;
  }

  /** Offset that was last given to the broker; below 0 for none. The poll loop's. */
  long committed() {
    return committed;
  }

  /** As {@link #committed}. */
  void committed(long offset) {
    committed = offset;
  }

  /** The last commit did not come through. */
  void notCommitted() {
    committed = NOTHING;
  }
}
