package org.sediment.cli;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import org.sediment.cdc.SourceMessage;

/** Only the first reasons, on standard error. Thread-safe. */
final class ShownDeadLetters implements DeadLetters {
  private static final int MOST_SHOWN = 20;

  private final PrintWriter err;
  private int shown;

  ShownDeadLetters(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized CompletableFuture<Void> add(
      SourceMessage message, String outcome, String reason) {
    if (shown++ < MOST_SHOWN) {
      err.println(message.origin() + ": " + reason);
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized void flush() {
    if (shown > MOST_SHOWN) {
      err.println((shown - MOST_SHOWN) + " more were refused; --dead-letters FILE keeps all");
    }
  }

  @Override
  public void close() {}
}
