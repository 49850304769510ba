package org.sediment.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.sediment.cdc.SourceMessage;

/** Where refused messages go. Thread-safe. */
interface DeadLetters extends Closeable {
  /**
   * Adds a message; returns at once.
   *
   * @param outcome {@code unreadable} or {@code rejected}
   * @param reason why, for people
   * @return completes when the letter is safe; fails with an {@link IOException} if it will not be
   */
  CompletableFuture<Void> add(SourceMessage message, String outcome, String reason);

  /** Where the refusals of one message go. */
  default Refusals of(SourceMessage message) {
    return (outcome, reason) -> add(message, outcome, reason);
  }

  /** Throws if a letter could not be written. */
  void flush() throws IOException;

  /** Takes the refusal of a message that it knows. */
  interface Refusals {
    /** As {@link DeadLetters#add}. */
    CompletableFuture<Void> add(String outcome, String reason);
  }
}
