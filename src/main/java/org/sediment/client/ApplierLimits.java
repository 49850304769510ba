package org.sediment.client;

/**
 * How much an {@link EventApplier} keeps and sends at a time. Immutable.
 *
 * @param maxEvents events that may be without outcome
 * @param maxBytes their size; a larger event goes alone
 * @param callEvents events of one call, at most 10,000
 * @param callBytes size at which a call is full
 */
public record ApplierLimits(int maxEvents, long maxBytes, int callEvents, long callBytes) {
  /** 20,000 events or 64 MB in all, 1,000 or 2 MB in a call. */
  public static final ApplierLimits DEFAULT = new ApplierLimits(20_000, 64L << 20, 1_000, 2L << 20);

  /** What an event takes besides its message. */
  static final long EVENT_OVERHEAD = 200;

  private static final int SERVER_LIMIT = 10_000;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one of them is not positive, or a call larger than servers
   *     take
   */
  public ApplierLimits {
    if (maxEvents < 1 || maxBytes < 1 || callEvents < 1 || callBytes < 1) {
      throw new IllegalArgumentException("limits must be 1 or more");
    }
    if (callEvents > SERVER_LIMIT) {
      throw new IllegalArgumentException(
          "callEvents " + callEvents + ": a server takes at most " + SERVER_LIMIT);
    }
  }
}
