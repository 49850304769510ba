package org.sediment.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sediment.cdc.SourceMessage;

/** Messages that were refused, as JSON lines in a file, each flushed at once. Thread-safe. */
final class FileDeadLetters implements DeadLetters {
  private final ObjectMapper json = new ObjectMapper();
  private final Path path;
  private final BufferedWriter file;
  private IOException failure;

  /**
   * Opens the file; one that is there is added to.
   *
   * @throws Failure with code 2 if it cannot be
   */
  FileDeadLetters(Path path) {
    this.path = path;
    try {
      this.file =
          Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException wrong) {
      throw new Failure(
          ExitCode.USAGE, "--dead-letters " + path + ": it cannot be written: " + wrong, wrong);
    }
  }

  @Override
  public synchronized CompletableFuture<Void> add(
      SourceMessage message, String outcome, String reason) {
    try {
      file.write(line(message, outcome, reason));
      file.newLine();
      file.flush();
      return CompletableFuture.completedFuture(null);
    } catch (IOException failed) {
      failure =
          failure != null
              ? failure
              : new IOException(
                  "dead letters cannot be written to " + path + ": " + failed.getMessage(), failed);
      return CompletableFuture.failedFuture(failure);
    }
  }

  private String line(SourceMessage message, String outcome, String reason)
      throws JsonProcessingException {
    Map<String, String> letter = new LinkedHashMap<>();
    letter.put("origin", message.origin());
    letter.put("outcome", outcome);
    letter.put("reason", reason);
    message.key().ifPresent(key -> letter.put("key", text(key)));
    letter.put("value", message.value().map(FileDeadLetters::text).orElse(null));
    return json.writeValueAsString(letter);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void flush() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
