package org.sediment.cli;

import java.io.Closeable;
import java.io.IOException;

/** Where the messages of an {@code apply} come from, with the place for those that are refused. */
interface EventSource extends Closeable {
  /**
   * Gives all messages to the feed, from this thread or one of its own, and returns at the end.
   *
   * @throws IOException if it had to stop before
   */
  void feed(EventFeed into) throws IOException;

  /** Makes {@link #feed} return soon, if it can. From any thread. */
  void stop();

  /**
   * Once all events have their outcome: sees that all refused messages are safe.
   *
   * @throws IOException if they are not
   */
  void flush() throws IOException;
}
