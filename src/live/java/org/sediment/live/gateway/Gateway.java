package org.sediment.live.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** What a client does through a gateway, in the gateway's own terms. */
interface Gateway extends AutoCloseable {
  /**
   * A row to put.
   *
   * @param key the row key
   * @param time commit time of every cell, in milliseconds
   * @param cells values by {@code family:qualifier}, in order
   */
  record Row(String key, long time, Map<String, byte[]> cells) {
    /** A row of cells {@code u:a=1}; a value with a sign is a delta of 8 bytes. */
    static Row of(String key, long time, String... cells) {
      Map<String, byte[]> out = new LinkedHashMap<>();
      for (String cell : cells) {
        int equals = cell.lastIndexOf('=');
        String value = cell.substring(equals + 1);
        boolean delta = value.startsWith("+") || value.startsWith("-");
        out.put(
            cell.substring(0, equals),
            delta
                ? ByteBuffer.allocate(Long.BYTES).putLong(Long.parseLong(value)).array()
                : value.getBytes(StandardCharsets.UTF_8));
      }
      return new Row(key, time, out);
    }
  }

  /** Puts a row; its sequence is the cell {@code m:seq}. */
  void put(TableName table, Row row) throws IOException;

  /** Deletes a row. */
  void delete(TableName table, String row, String sequence, long time) throws IOException;

  /** Sets a column to null. */
  void setNull(TableName table, String row, String sequence, long time, String column)
      throws IOException;

  @Override
  void close() throws IOException;
}
