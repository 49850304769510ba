package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the body of a hook so that nothing but an {@link IOException} leaves it.
 *
 * <p>Why: an unchecked exception out of a hook either aborts the region server while the write that
 * caused it is committed unguarded ({@code hbase.coprocessor.abortonerror} true, the default), or
 * removes the coprocessor from the region (false).
 */
final class Hooks {
  private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

  private Hooks() {}

  /** Body of a hook that returns nothing. */
  interface Body {
    void run() throws IOException;
  }

  /** Body of a hook that returns something. */
  interface Call<T> {
    T run() throws IOException;
  }

  static void run(String hook, Body body) throws IOException {
    call(
        hook,
        () -> {
          body.run();
          return null;
        });
  }

  @SuppressWarnings("CatchThrowable") // the very point of this class
  static <T> T call(String hook, Call<T> body) throws IOException {
    try {
      return body.run();
    } catch (IOException expected) {
      throw expected;
    } catch (Throwable unexpected) {
      LOG.error("{} failed", hook, unexpected);
      throw new DoNotRetryIOException(
          "Sediment's " + hook + " failed on this input; nothing of it was stored: " + unexpected,
          unexpected);
    }
  }

  /**
   * As {@link #run}, for a hook that must not fail: what goes wrong is logged. An exception out of
   * a flush hook stops the server.
   */
  static void quietly(String hook, Body body) {
    callOr(
        hook,
        null,
        () -> {
          body.run();
          return null;
        });
  }

  /**
   * As {@link #call}, for a hook that must not fail: what goes wrong is logged, the fallback
   * returned.
   */
  @SuppressWarnings("CatchThrowable")
  static <T> T callOr(String hook, T fallback, Call<T> body) {
    try {
      return body.run();
    } catch (Throwable unexpected) {
      LOG.error("{} failed; going on without it", hook, unexpected);
      return fallback;
    }
  }
}
