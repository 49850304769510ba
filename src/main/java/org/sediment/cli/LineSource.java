package org.sediment.cli;

import java.io.BufferedInputStream;
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
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final String name;
  private final InputStream in;
  private final boolean keyed;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
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
      return new LineSource("standard input", new BufferedInputStream(System.in), keyed);
    }
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      throw new Failure(ExitCode.USAGE, file + ": there is no such file, or it cannot be read");
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
    return new LineSource(
        file, file.endsWith(".gz") ? new BufferedInputStream(new GZIPInputStream(in)) : in, keyed);
  }

  /** The next line; empty at the end. */
  Optional<SourceMessage> next() throws IOException {
    line.reset();
    int b = in.read();
    if (b < 0) {
      return Optional.empty();
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      line.write(b);
    }
    number++;
    byte[] bytes = line.toByteArray();
    int end = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
    return Optional.of(message(Arrays.copyOf(bytes, end)));
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
