package org.sediment.cli;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.sediment.cdc.SourceMessage;

/** The lines of a file or of standard input, as messages. Not thread-safe. */
final class LineSource implements Closeable {
  private static final int BUFFER = 1 << 16;
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final String name;
  private final InputStream in;
  private final boolean keyed;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;

  /** What of the line is no longer in the buffer. */
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  private long number;

  private LineSource(String name, InputStream in, boolean keyed) {
    this.name = name;
    this.in = in;
    this.keyed = keyed;
  }

  /**
   * Opens a file.
   *
   * @param file its path; {@code -} for standard input
   * @param keyed whether a line is a key, a tab and a value, with the value {@code null} of a
   *     tombstone
   * @throws Failure with code 2 if it is not there
   */
  static LineSource open(String file, boolean keyed) throws IOException {
    if (file.equals("-")) {
      return new LineSource("standard input", System.in, keyed);
    }
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      throw new Failure(ExitCode.USAGE, file + ": there is no such file, or it cannot be read");
    }
    InputStream in = Files.newInputStream(path);
    return new LineSource(file, file.endsWith(".gz") ? new GZIPInputStream(in, BUFFER) : in, keyed);
  }

  /** The next line; empty at the end. */
  Optional<SourceMessage> next() throws IOException {
    byte[] bytes = line();
    if (bytes == null) {
      return Optional.empty();
    }
    number++;
    boolean returns = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return Optional.of(message(returns ? Arrays.copyOf(bytes, bytes.length - 1) : bytes));
  }

  /** Bytes up to the next line end or the end; null at the end. */
  private byte[] line() throws IOException {
    begun.reset();
    while (true) {
      if (from == to && !fill()) {
        return begun.size() == 0 ? null : begun.toByteArray();
      }
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      int start = from;
      if (end == to) {
        begun.write(buffer, start, end - start);
        from = to;
        continue;
      }
      from = end + 1;
      if (begun.size() == 0) {
        return Arrays.copyOfRange(buffer, start, end);
      }
      begun.write(buffer, start, end - start);
      return begun.toByteArray();
    }
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(buffer));
    return to > 0;
  }

  private SourceMessage message(byte[] bytes) {
    String origin = name + " line " + number;
    int tab = 0;
    while (keyed && tab < bytes.length && bytes[tab] != '\t') {
      tab++;
    }
    if (!keyed || tab == bytes.length) {
      return SourceMessage.line(origin, bytes);
    }
    byte[] key = Arrays.copyOf(bytes, tab);
    byte[] value = Arrays.copyOfRange(bytes, tab + 1, bytes.length);
    return new SourceMessage(
        origin,
        Arrays.equals(key, NULL) ? Optional.empty() : Optional.of(key),
        Arrays.equals(value, NULL) ? Optional.empty() : Optional.of(value));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
