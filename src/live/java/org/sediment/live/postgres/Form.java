package org.sediment.live.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Random;

/**
 * How a column looks in both worlds, for the oracle: a value that PostgreSQL selects and the bytes
 * of a cell become the same text if and only if they are the same value. Written from PostgreSQL's
 * and HBase's documentation, not from the mapping under test. Also makes random values.
 */
enum Form {
  /** {@code text} and UTF-8. */
  TEXT("text", "?") {
    @Override
    Object random(Random random) {
      return Texts.random(random, 12);
    }
  },

  /** {@code text}, often so large that PostgreSQL keeps it out of the row. */
  BIG("text", "?") {
    @Override
    Object random(Random random) {
      return Texts.random(random, random.nextInt(4) == 0 ? 20 : 3_000);
    }
  },

  /** {@code numeric(12,2)} and scale, unscaled bytes. */
  MONEY("numeric(12,2)", "?") {
    @Override
    Object random(Random random) {
      return BigDecimal.valueOf(random.nextLong(-99_999_999_999L, 100_000_000_000L), 2);
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return row.getBigDecimal(column) + "";
    }

    @Override
    String cell(byte[] value) {
      return decimal(value).toString();
    }
  },

  /** {@code numeric} of any size; Debezium leaves out zeros at its end. */
  NUMBER("numeric", "?") {
    @Override
    Object random(Random random) {
      return new BigDecimal(new BigInteger(1 + random.nextInt(200), random), random.nextInt(30))
          .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return row.getBigDecimal(column).stripTrailingZeros().toString();
    }

    @Override
    String cell(byte[] value) {
      return decimal(value).stripTrailingZeros().toString();
    }
  },

  /** {@code bigint} and 8 bytes. */
  LONG("bigint", "?") {
    @Override
    Object random(Random random) {
      return random.nextInt(10) == 0 ? random.nextLong() : random.nextLong(-50, 50);
    }

    @Override
    String cell(byte[] value) {
      return Long.toString(ByteBuffer.wrap(value).getLong());
    }
  },

  /** {@code integer} and 4 bytes. */
  INT("integer", "?") {
    @Override
    Object random(Random random) {
      return random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(-50, 50);
    }

    @Override
    String cell(byte[] value) {
      return Integer.toString(ByteBuffer.wrap(value).getInt());
    }
  },

  /** {@code double precision} and 8 bytes. */
  DOUBLE("double precision", "?") {
    @Override
    Object random(Random random) {
      return random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300));
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return Double.toString(row.getDouble(column));
    }

    @Override
    String cell(byte[] value) {
      return Double.toString(ByteBuffer.wrap(value).getDouble());
    }
  },

  /** {@code boolean} and 1 byte. */
  BOOL("boolean", "?") {
    @Override
    Object random(Random random) {
      return random.nextBoolean();
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return Boolean.toString(row.getBoolean(column));
    }

    @Override
    String cell(byte[] value) {
      return switch (hex(value)) {
        case "ff" -> "true";
        case "00" -> "false";
        default -> "no boolean: " + hex(value);
      };
    }
  },

  /** {@code bytea}, sometimes empty, sometimes large. */
  BYTES("bytea", "?") {
    @Override
    Object random(Random random) {
      byte[] bytes = new byte[random.nextInt(3) == 0 ? 2_500 : random.nextInt(9)];
      random.nextBytes(bytes);
      return bytes;
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return hex(row.getBytes(column));
    }

    @Override
    String cell(byte[] value) {
      return hex(value);
    }
  },

  /** {@code jsonb}, sometimes large, and JSON. */
  JSON("jsonb", "?::jsonb") {
    @Override
    Object random(Random random) {
      return "{\"n\": %d, \"list\": [1.50, null, true], \"text\": \"%s\", \"in\": {}}"
          .formatted(random.nextInt(), "x\\u00e9y".repeat(random.nextInt(3) == 0 ? 800 : 2));
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return sorted(row.getString(column));
    }

    @Override
    String cell(byte[] value) {
      return sorted(utf8(value));
    }
  },

  /** {@code text[]} and a JSON array. */
  LIST("text[]", "?::text[]") {
    @Override
    Object random(Random random) {
      return random.nextBoolean() ? "{}" : "{a,\"b c\",NULL,\"" + random.nextInt(100) + "\"}";
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      StringBuilder out = new StringBuilder();
      for (Object each : (Object[]) row.getArray(column).getArray()) {
        out.append(out.isEmpty() ? "" : ",").append(each == null ? null : "\"" + each + "\"");
      }
      return "[" + out + "]";
    }
  },

  /** {@code timestamptz} and microseconds since 1970. */
  INSTANT("timestamptz", "?") {
    @Override
    Object random(Random random) {
      return OffsetDateTime.of(moment(random), ZoneOffset.ofHours(random.nextInt(-12, 13)));
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return row.getObject(column, OffsetDateTime.class).toInstant().toString();
    }

    @Override
    String cell(byte[] value) {
      return EPOCH.plus(ByteBuffer.wrap(value).getLong(), ChronoUnit.MICROS).toInstant().toString();
    }
  },

  /** {@code timestamp} and microseconds since 1970. */
  MOMENT("timestamp", "?") {
    @Override
    Object random(Random random) {
      return moment(random);
    }

    @Override
    String sql(ResultSet row, int column) throws SQLException {
      return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC).toString();
    }

    @Override
    String cell(byte[] value) {
      return INSTANT.cell(value);
    }
  },

  /** {@code date} and days since 1970. */
  DATE("date", "?") {
    @Override
    Object random(Random random) {
      return LocalDate.ofEpochDay(random.nextInt(-40_000, 40_000));
    }

    @Override
    String cell(byte[] value) {
      return LocalDate.ofEpochDay(ByteBuffer.wrap(value).getInt()).toString();
    }
  };

  private static final OffsetDateTime EPOCH =
      OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
  private static final ObjectMapper TREES =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final String type;
  private final String parameter;

  Form(String type, String parameter) {
    this.type = type;
    this.parameter = parameter;
  }

  /** PostgreSQL's type. */
  String type() {
    return type;
  }

  /** A parameter of this type in a statement. */
  String parameter() {
    return parameter;
  }

  /** A value for a statement's parameter. */
  abstract Object random(Random random);

  /** The text of a selected value that is not null. */
  String sql(ResultSet row, int column) throws SQLException {
    return row.getString(column);
  }

  /** The text of a cell's value. */
  String cell(byte[] value) {
    return utf8(value);
  }

  private static String hex(byte[] value) {
    return HexFormat.of().formatHex(value);
  }

  private static String utf8(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }

  private static BigDecimal decimal(byte[] value) {
    return new BigDecimal(
        new BigInteger(value, Integer.BYTES, value.length - Integer.BYTES),
        ByteBuffer.wrap(value).getInt());
  }

  private static String sorted(String json) {
    try {
      return TREES.writeValueAsString(TREES.readValue(json, Object.class));
    } catch (JsonProcessingException none) {
      return "no JSON: " + json;
    }
  }

  private static LocalDateTime moment(Random random) {
    return LocalDateTime.ofEpochSecond(
        random.nextLong(-2_000_000_000L, 4_000_000_000L),
        random.nextInt(1_000_000) * 1_000,
        ZoneOffset.UTC);
  }
}
