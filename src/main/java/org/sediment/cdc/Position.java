package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sediment.model.Sequence;

/**
 * The sequence of a Debezium event: a total order of the events of each key, made of the event
 * alone, so that a replay from anywhere gives each event the sequence that it had.
 *
 * <pre>
 * stream         generation . position of the connector (below) . step
 * snapshot       generation . 0 . 0 . position at which it began
 *
 * postgresql     last commit's LSN (0 if none yet) . LSN
 * mysql, mariadb binlog file's number . position . row
 * oracle         commit SCN . SCN . txSeq, else the parts of rs_id . ssn
 * sqlserver      commit LSN's three parts . change LSN's three parts . event_serial_no
 * mongodb        source.ts_ms . ord
 *
 * step           0 read, 1 delete, 2 create, 3 update
 * </pre>
 *
 * <p>Why: an LSN or SCN alone rises inside a transaction, but transactions come in the order of
 * their commits (Debezium documentation, PostgreSQL connector, "sequence" in the events' source
 * block). A change of a primary key is a delete and a create at one position, which may fall on one
 * row of HBase; the step keeps them apart. PostgreSQL's first transaction after a snapshot has no
 * last commit, and may have begun before the snapshot: hence the zeros of the snapshot. The rows of
 * an incremental snapshot (source.snapshot = incremental) are sent at a place of the stream, after
 * the connector took out those that changed meanwhile (same documentation, "Incremental
 * snapshots"): they bear that place. Stateless.
 */
final class Position {
  private static final Pattern FILE_NUMBER = Pattern.compile(".*\\.(\\d+)");
  private static final Pattern RECORD =
      Pattern.compile("\\s*(?:0x)?([0-9a-fA-F]+(?:\\.[0-9a-fA-F]+)*)\\s*");

  private Position() {}

  /** Whether the event is a row that a snapshot read, not inside the stream. */
  static boolean isSnapshot(JsonNode source) {
    String snapshot = source.path("snapshot").asText("false");
    return !snapshot.equals("false") && !snapshot.equals("null") && !isIncremental(source);
  }

  /** Whether the event is a row that an incremental snapshot read, inside the stream. */
  static boolean isIncremental(JsonNode source) {
    return source.path("snapshot").asText().equals("incremental");
  }

  /** The event's sequence. */
  static Sequence of(Envelope event, long generation) throws Refusal {
    JsonNode source = event.source();
    String position = position(event.connector(), source, isSnapshot(source));
    String text =
        isSnapshot(source)
            ? generation + ".0.0." + position
            : generation + "." + position + "." + step(event.op());
    return Sequence.parse(text);
  }

  /**
   * What names the change in the IDs of its deltas: the sequence, but of PostgreSQL the LSN alone
   * with generation and step. A connector that is restarted inside the first transaction sends
   * another last commit for the same change (its class PostgresOffsetContext takes the last LSN it
   * processed): a later sequence does no harm to columns, another ID would count twice.
   */
  static String name(Envelope event, Sequence sequence, long generation) throws Refusal {
    return event.connector().equals("postgresql")
        ? generation + "." + number(event.source(), "lsn") + "." + step(event.op())
        : sequence.canonical();
  }

  private static int step(String op) throws Refusal {
    return switch (op) {
      case "r" -> 0;
      case "d" -> 1;
      case "c" -> 2;
      case "u" -> 3;
      default -> throw new Refusal("op '" + op + "' is unknown", "send c, r, u, d, t or m");
    };
  }

  private static String position(String connector, JsonNode source, boolean snapshot)
      throws Refusal {
    return switch (connector) {
      case "postgresql" -> snapshot ? number(source, "lsn") : postgres(source);
      case "mysql", "mariadb" ->
          file(source) + "." + number(source, "pos") + "." + number(source, "row");
      case "oracle" -> snapshot ? number(source, "scn") : oracle(source);
      case "sqlserver" -> snapshot ? hex(source, "commit_lsn") : sqlServer(source);
      case "mongodb" -> number(source, "ts_ms") + (snapshot ? "" : "." + number(source, "ord"));
      default ->
          throw new Refusal(
              "source.connector is '" + connector + "', whose order is not known",
              "known are postgresql, mysql, mariadb, oracle, sqlserver, mongodb; send others as"
                  + " JSON lines with a 'seq' of your own");
    };
  }

  private static String postgres(JsonNode source) throws Refusal {
    JsonNode pair = Json.parse(source.path("sequence").asText());
    if (!pair.isArray() || pair.size() != 2) {
      throw missing("sequence", source.path("sequence"));
    }
    String commit = pair.get(0).isNull() ? "0" : digits("sequence[0]", pair.get(0));
    return commit + "." + digits("sequence[1]", pair.get(1));
  }

  private static String file(JsonNode source) throws Refusal {
    Matcher file = FILE_NUMBER.matcher(source.path("file").asText());
    if (!file.matches()) {
      throw missing("file", source.path("file"));
    }
    return file.group(1);
  }

  private static String oracle(JsonNode source) throws Refusal {
    if (!source.path("commit_scn").isTextual()) {
      throw new Refusal(
          "source.commit_scn is " + Json.write(source.path("commit_scn")),
          "use Debezium's LogMiner adapter, which sends it");
    }
    String start = number(source, "commit_scn") + "." + number(source, "scn") + ".";
    if (source.path("txSeq").isIntegralNumber()) {
      return start + number(source, "txSeq");
    }
    Matcher record = RECORD.matcher(source.path("rs_id").asText());
    if (!record.matches()) {
      throw missing("rs_id", source.path("rs_id"));
    }
    return start + decimal(record.group(1), "\\.") + "." + number(source, "ssn");
  }

  private static String sqlServer(JsonNode source) throws Refusal {
    return hex(source, "commit_lsn")
        + "."
        + hex(source, "change_lsn")
        + "."
        + number(source, "event_serial_no");
  }

  private static String hex(JsonNode source, String field) throws Refusal {
    String text = source.path(field).asText();
    if (!text.matches("[0-9a-fA-F]+(:[0-9a-fA-F]+){2}")) {
      throw missing(field, source.path(field));
    }
    return decimal(text, ":");
  }

  private static String decimal(String hex, String separator) {
    StringBuilder out = new StringBuilder();
    for (String part : hex.split(separator)) {
      out.append(out.isEmpty() ? "" : ".").append(new BigInteger(part, 16));
    }
    return out.toString();
  }

  private static String number(JsonNode source, String field) throws Refusal {
    return digits(field, source.path(field));
  }

  private static String digits(String field, JsonNode node) throws Refusal {
    String text = node.asText();
    if (!text.matches("\\d+")) {
      throw missing(field, node);
    }
    return text;
  }

  private static Refusal missing(String field, JsonNode node) {
    return new Refusal(
        "source.%s is %s, which is no place in the stream"
            .formatted(field, node.isMissingNode() ? "not there" : Json.shown(node)),
        "send the connector's source block whole");
  }
}
