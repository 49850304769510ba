package org.sediment.cdc;

/**
 * Understands the messages of one form. Thread-safe; keeps nothing between messages, so that a
 * stream may be replayed from anywhere and yields the same events.
 */
public interface MessageReader {
  /**
   * What the message says. Never throws for what a message holds: what cannot be understood, or
   * cannot be said as events, is {@link Reading.Rejected}, and harms no other message.
   */
  Reading read(SourceMessage message);
}
