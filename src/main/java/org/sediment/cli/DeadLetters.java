package org.sediment.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sediment.cdc.SourceMessage;

/**
 * Messages that were refused, with their reasons: as JSON lines in a file, or, without a file, the
 * first reasons on standard error. Thread-safe.
 */
final class DeadLetters implements Closeable {
  private static final int MOST_SHOWN = 20;

  private final ObjectMapper json = new ObjectMapper();
  private final BufferedWriter file;
  private final PrintWriter err;
  private int shown;
  private IOException failure;

  /**
   * Opens the file.
   *
   * @param path null for none; a file that is there is added to
   */
  DeadLetters(Path path, PrintWriter err) throws IOException {
    this.err = err;
    this.file =
        path == null
            ? null
            : Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Adds a message. What goes wrong is thrown by {@link #flush}. */
  synchronized void add(SourceMessage message, String reason) {
    if (file == null) {
      if (shown++ < MOST_SHOWN) {
        err.println(message.origin() + ": " + reason);
      }
      return;
    }
    try {
      file.write(line(message, reason));
      file.newLine();
    } catch (IOException failed) {
      failure = failure == null ? failed : failure;
    }
  }

  private String line(SourceMessage message, String reason) throws JsonProcessingException {
    Map<String, String> letter = new LinkedHashMap<>();
    letter.put("origin", message.origin());
    letter.put("reason", reason);
    message.key().ifPresent(key -> letter.put("key", text(key)));
    letter.put("value", message.value().map(DeadLetters::text).orElse(null));
    return json.writeValueAsString(letter);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Writes what was added; throws if something could not be. */
  synchronized void flush() throws IOException {
    if (failure != null) {
      throw new IOException("dead letters could not be written: " + failure, failure);
    }
    if (file != null) {
      file.flush();
    } else if (shown > MOST_SHOWN) {
      err.println((shown - MOST_SHOWN) + " more were refused; --dead-letters FILE keeps all");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
