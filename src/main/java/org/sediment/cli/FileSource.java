package org.sediment.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.sediment.cdc.SourceMessage;

/** Files, or standard input, one after the other. */
final class FileSource implements EventSource {
  private final EventSourceOptions files;
  private final DeadLetters letters;
  private final ApplyCounts counts;
  private volatile boolean stopped;

  FileSource(EventSourceOptions files, DeadLetters letters, ApplyCounts counts) {
    this.files = files;
    this.letters = letters;
    this.counts = counts;
  }

  @Override
  public void feed(EventFeed into) throws IOException {
    for (String file : files.files()) {
      try (LineSource lines = files.open(file)) {
        Optional<SourceMessage> next = lines.next();
        while (next.isPresent() && !stopped) {
          // the applier's flush throws what failed
          CompletableFuture<?> unused = into.take(next.get(), letters.of(next.get()));
          counts.progress();
          next = lines.next();
        }
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void flush() throws IOException {
    letters.flush();
  }

  @Override
  public void close() throws IOException {
    letters.close();
  }
}
