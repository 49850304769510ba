package org.sediment.live.gateway;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.hadoop.hbase.thrift2.generated.TColumn;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TDelete;
import org.apache.hadoop.hbase.thrift2.generated.TDeleteType;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.awaitility.Awaitility;

/** HBase's Thrift 2 gateway in this JVM, and a client that speaks Thrift and nothing of HBase. */
final class ThriftGateway implements Gateway {
  private final ThriftServer server;
  private final TTransport transport;
  private final THBaseService.Client client;

  private ThriftGateway(ThriftServer server, TTransport transport) {
    this.server = server;
    this.transport = transport;
    this.client = new THBaseService.Client(new TBinaryProtocol(transport));
  }

  /** Starts one on a free port. */
  static ThriftGateway start(Configuration cluster) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Configuration conf = new Configuration(cluster);
    conf.setInt("hbase.regionserver.thrift.port", port);
    conf.setInt("hbase.thrift.info.port", -1);
    ThriftServer server = new ThriftServer(conf);
    Thread thread =
        new Thread(
            () -> {
              try {
                server.run();
              } catch (Exception failed) {
                throw new IllegalStateException(failed);
              }
            },
            "thrift");
    thread.setDaemon(true);
    thread.start();
    TTransport transport = new TSocket("localhost", port);
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> isOpen(transport));
    return new ThriftGateway(server, transport);
  }

  private static boolean isOpen(TTransport transport) {
    try {
      transport.open();
      return true;
    } catch (TTransportException notYet) {
      return false;
    }
  }

  /** A call that may answer with an error of Thrift. */
  interface Call {
    void run(THBaseService.Client client) throws TException;
  }

  void call(Call call) throws IOException {
    try {
      call.run(client);
    } catch (TException refused) {
      throw new IOException(refused.toString(), refused);
    }
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static ByteBuffer name(TableName table) {
    return ByteBuffer.wrap(table.getName());
  }

  static TPut put(Row row) {
    List<TColumnValue> values = new ArrayList<>();
    row.cells()
        .forEach(
            (column, value) ->
                values.add(
                    new TColumnValue(
                            bytes(column.substring(0, column.indexOf(':'))),
                            bytes(column.substring(column.indexOf(':') + 1)),
                            ByteBuffer.wrap(value))
                        .setTimestamp(row.time())));
    return new TPut(bytes(row.key()), values).setTimestamp(row.time());
  }

  static Map<ByteBuffer, ByteBuffer> sequence(String sequence) {
    return Map.of(bytes("sediment.seq"), bytes(sequence));
  }

  static TDelete deleteRow(String row, long time) {
    return new TDelete(bytes(row)).setTimestamp(time);
  }

  static TDelete deleteColumns(String row, long time, String... columns) {
    List<TColumn> list = new ArrayList<>();
    for (String column : columns) {
      list.add(
          new TColumn(bytes(column.substring(0, column.indexOf(':'))))
              .setQualifier(bytes(column.substring(column.indexOf(':') + 1)))
              .setTimestamp(time));
    }
    return new TDelete(bytes(row))
        .setColumns(list)
        .setDeleteType(TDeleteType.DELETE_COLUMNS)
        .setTimestamp(time);
  }

  @Override
  public void put(TableName table, Row row) throws IOException {
    call(c -> c.put(name(table), put(row)));
  }

  @Override
  public void delete(TableName table, String row, String sequence, long time) throws IOException {
    TDelete delete = deleteRow(row, time).setAttributes(sequence(sequence));
    call(c -> c.deleteSingle(name(table), delete));
  }

  @Override
  public void setNull(TableName table, String row, String sequence, long time, String column)
      throws IOException {
    TDelete delete = deleteColumns(row, time, column).setAttributes(sequence(sequence));
    call(c -> c.deleteSingle(name(table), delete));
  }

  @Override
  public void close() {
    transport.close();
    server.stop();
  }
}
