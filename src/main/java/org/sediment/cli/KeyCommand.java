package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.rowkey.DecodedKey;
import org.sediment.rowkey.KeyException;
import org.sediment.rowkey.KeyQuery;
import org.sediment.rowkey.KeySchema;
import org.sediment.rowkey.LayoutAnswer;
import org.sediment.rowkey.ScanRange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment key}: row keys made, read, explained and spread. Needs no server. */
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    description = {
      "Row keys as a composition of typed parts. A schema names them in their order:",
      "'bucket(16,host), host:text(|), time:reversed-long'. Keys are printed and read with \\xHH for",
      "bytes that are not printable. Write -- before values that begin with a minus."
    },
    synopsisSubcommandLabel = "(encode | decode | explain | range | splits | spread | queries)",
    footerHeading = "%nParts of a schema, as name:kind, with commas between them:%n",
    footer = {
      "  text              to the end of the key      long           8 bytes, sorts as the number",
      "  text(12)          padded with spaces         reversed-long  8 bytes, greatest first",
      "  text(12,\\x00)     padded with another byte   int            4 bytes, sorts as the number",
      "  text(|)           a delimiter                unsigned       8 bytes, from 0",
      "  text(escaped)     any value                  plain-long     8 bytes, negative ones last",
      "  reversed-text     found by its end           digits(12)     padded with zeros",
      "  bytes, bytes(16), bytes(escaped)             boolean        1 byte",
      "  salt(2)           hex characters of the MD5 of what is behind it; salt(2,NAME,...)",
      "  bucket(16)        that MD5 modulo 16; bucket(16,NAME,...)",
      "  random(4)         random bytes at the end"
    })
final class KeyCommand {
  private static final String SCHEMA = "Parts of the key, such as 'host:text(|), time:long'.";

  @Spec private CommandSpec spec;

  @Command(
      name = "encode",
      mixinStandardHelpOptions = true,
      description = "Prints the key of values, one for each part that holds one.")
  int encode(
      @Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Parameters(
              paramLabel = "VALUE",
              description = "Times may be like 2025-01-31 or 2025-01-31T12:00:00Z; bytes \\xHH.")
          List<String> values) {
    KeySchema parts = KeyFiles.schema(schema);
    print(understood(() -> parts.encode(parts.read(values))));
    return ExitCode.OK;
  }

  @Command(
      name = "decode",
      mixinStandardHelpOptions = true,
      description = "Prints the values of keys, a line a key, separated by tabs.")
  int decode(
      @Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Parameters(paramLabel = "KEY", arity = "1..*", description = "Keys, with \\xHH for bytes.")
          List<String> keys) {
    KeySchema parts = KeyFiles.schema(schema);
    for (String key : keys) {
      out().println(String.join("\t", values(done(() -> parts.decode(Bytes.toBytesBinary(key))))));
    }
    return ExitCode.OK;
  }

  private static List<String> values(DecodedKey key) {
    return key.parts().stream()
        .filter(part -> part.value() != null)
        .map(DecodedKey.Part::shown)
        .toList();
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "Takes a key apart: place, bytes, part and value.")
  int explain(
      @Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Parameters(paramLabel = "KEY", description = "The key, with \\xHH for bytes.") String key) {
    KeySchema parts = KeyFiles.schema(schema);
    for (DecodedKey.Part part : done(() -> parts.decode(Bytes.toBytesBinary(key))).parts()) {
      out()
          .printf(
              "%4d  %-34s %s:%s%s%n",
              part.offset(),
              Bytes.toStringBinary(part.bytes()),
              part.name(),
              part.kind(),
              part.value() == null ? "" : " = " + part.shown());
    }
    return ExitCode.OK;
  }

  @Command(
      name = "range",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the exact ranges to scan, a line each: start, stop (excluded), separated by a tab;",
        "empty for the table's start or end. One for each salt or bucket that rows may have."
      })
  int range(
      @Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Parameters(
              paramLabel = "VALUE",
              arity = "0..*",
              description = "What the first parts are; none: all rows.")
          List<String> values,
      @Option(names = "--begins", paramLabel = "TEXT", description = "How the next part begins.")
          String begins,
      @Option(names = "--ends", paramLabel = "TEXT", description = "How it ends (reversed-text).")
          String ends,
      @Option(names = "--from", paramLabel = "VALUE", description = "Its least value.") String from,
      @Option(names = "--to", paramLabel = "VALUE", description = "What it is less than.")
          String to) {
    KeySchema parts = KeyFiles.schema(schema);
    List<String> bound = values == null ? List.of() : values;
    Object[] first = understood(() -> parts.read(bound));
    Object least = from == null ? null : understood(() -> parts.read(bound.size(), from));
    Object end = to == null ? null : understood(() -> parts.read(bound.size(), to));
    List<ScanRange> ranges =
        done(
            () -> {
              KeyQuery query = parts.where(first);
              query = begins == null ? query : query.startingWith(begins);
              query = ends == null ? query : query.endingWith(ends);
              query = least == null ? query : query.from(least);
              return (end == null ? query : query.to(end)).ranges();
            });
    for (ScanRange each : ranges) {
      out().println(Bytes.toStringBinary(each.start()) + "\t" + Bytes.toStringBinary(each.stop()));
    }
    return ExitCode.OK;
  }

  @Command(
      name = "splits",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the keys at which to split a table into regions, a line each: by the salts or",
        "buckets that keys begin with, or so that a sample of keys falls evenly."
      })
  int splits(
      @Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Option(names = "--regions", paramLabel = "N", required = true, description = "How many.")
          int regions,
      @Option(names = "--sample", paramLabel = "FILE", description = "A key a line.") Path sample,
      @Option(names = "--values", description = KeyFiles.VALUES) boolean values)
      throws IOException {
    KeySchema parts = KeyFiles.schema(schema);
    if (sample == null) {
      understood(() -> parts.splits(regions)).forEach(this::print);
      return ExitCode.OK;
    }
    KeyFiles file = new KeyFiles(sample, values ? parts : null, err());
    KeyQuantiles quantiles = new KeyQuantiles();
    file.read(quantiles::add);
    List<byte[]> cuts = quantiles.cut(regions);
    cuts.forEach(this::print);
    if (cuts.size() < regions - 1) {
      err().println(cuts.size() + 1 + " regions only: the sample has too few different keys");
      return ExitCode.PROBLEMS;
    }
    return file.exitCode();
  }

  @Command(
      name = "spread",
      mixinStandardHelpOptions = true,
      description = {
        "Shows how a sample of keys would spread over regions: all of them, and 100 after another",
        "in the order of the file. Regions are cut at --split, else by the salts or buckets that keys",
        "of --schema begin with, else evenly by the keys' first two bytes."
      })
  int spread(
      @Parameters(paramLabel = "FILE", description = "A key a line, with \\xHH for bytes.")
          Path sample,
      @Option(names = "--regions", paramLabel = "N", description = "How many.") Integer regions,
      @Option(names = "--schema", paramLabel = "SCHEMA", description = SCHEMA) String schema,
      @Option(names = "--values", description = KeyFiles.VALUES) boolean values,
      @Option(names = "--split", paramLabel = "KEY", description = "Where regions are cut; repeat.")
          List<String> splits)
      throws IOException {
    if ((regions == null) == (splits == null)) {
      throw new Failure(ExitCode.USAGE, "give --regions N, or --split KEY for each cut");
    }
    if (values && schema == null) {
      throw new Failure(ExitCode.USAGE, "--values needs the --schema that makes keys of them");
    }
    KeySchema parts = schema == null ? null : KeyFiles.schema(schema);
    List<byte[]> cuts =
        splits == null
            ? understood(() -> KeySpread.cuts(parts, regions))
            : splits.stream().map(Bytes::toBytesBinary).sorted(Bytes.BYTES_COMPARATOR).toList();
    KeyFiles file = new KeyFiles(sample, values ? parts : null, err());
    KeySpread spread = new KeySpread(cuts);
    file.read(spread::add);
    spread.print(out());
    return file.exitCode();
  }

  @Command(
      name = "queries",
      mixinStandardHelpOptions = true,
      description = {
        "Says which queries keys of a schema answer, and at what cost, and which they lose, with the",
        "alternatives."
      })
  int queries(@Parameters(paramLabel = "SCHEMA", description = SCHEMA) String schema) {
    List<LayoutAnswer> answers = KeyFiles.schema(schema).queries();
    for (boolean answered : new boolean[] {true, false}) {
      out().println(answered ? "answered" : "lost, and what answers them instead");
      for (LayoutAnswer answer : answers) {
        if (answer.answered() == answered) {
          out().println("  " + answer.query());
          out().println("      " + answer.how());
        }
      }
    }
    return ExitCode.OK;
  }

  /** A wrong schema or value is a wrong command line. */
  private static <T> T understood(Supplier<T> step) {
    try {
      return step.get();
    } catch (KeyException wrong) {
      throw new Failure(ExitCode.USAGE, wrong.getMessage(), wrong);
    }
  }

  /** A key of another schema, or a query that the layout loses, is not done. */
  private static <T> T done(Supplier<T> step) {
    try {
      return step.get();
    } catch (KeyException wrong) {
      throw new Failure(ExitCode.FAILED, wrong.getMessage(), wrong);
    }
  }

  private void print(byte[] key) {
    out().println(Bytes.toStringBinary(key));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
