package org.sediment.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.rowkey.KeyException;
import org.sediment.rowkey.KeySchema;

/**
 * A sample file of keys, a line each; or of values, from which a schema makes the keys. Lines that
 * make no key are told, the first few by name, and left out. Empty lines are left out, too.
 */
final class KeyFiles {
  static final String VALUES =
      "Lines are not keys but the values of one, separated by tabs: how they would spread.";

  private static final int TOLD = 5;

  private final Path file;
  private final KeySchema schema;
  private final PrintWriter err;
  private long wrong;

  /** A file; the schema is null if its lines are keys. */
  KeyFiles(Path file, KeySchema schema, PrintWriter err) {
    this.file = file;
    this.schema = schema;
    this.err = err;
  }

  /** A schema of the command line. */
  static KeySchema schema(String text) {
    try {
      return KeySchema.parse(text);
    } catch (KeyException wrong) {
      throw new Failure(ExitCode.USAGE, "schema: " + wrong.getMessage(), wrong);
    }
  }

  /** Gives every key, in the order of the file. */
  void read(Consumer<byte[]> keys) throws IOException {
    if (!Files.isReadable(file)) {
      throw new Failure(ExitCode.FAILED, "cannot read the sample '" + file + "'");
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isEmpty()) {
          read(line, number, keys);
        }
      }
    }
    if (wrong > TOLD) {
      err.println(wrong + " lines in all make no key");
    }
  }

  private void read(String line, long number, Consumer<byte[]> keys) {
    try {
      keys.accept(
          schema == null
              ? Bytes.toBytesBinary(line)
              : schema.encode(schema.read(List.of(line.split("\t", -1)))));
    } catch (KeyException refused) {
      if (wrong++ < TOLD) {
        err.println("line " + number + ": " + refused.getMessage());
      }
    }
  }

  /** Whether all lines made keys. */
  int exitCode() {
    return wrong == 0 ? ExitCode.OK : ExitCode.PROBLEMS;
  }
}
