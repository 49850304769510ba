package org.sediment.live.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.rest.RESTServer;

/** HBase's REST gateway in this JVM, and a client that speaks its JSON and nothing of HBase. */
final class RestGateway implements Gateway {
  private final RESTServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  private RestGateway(RESTServer server) {
    this.server = server;
  }

  /** Starts one on a free port. */
  static RestGateway start(Configuration cluster) throws Exception {
    Configuration conf = new Configuration(cluster);
    conf.setInt("hbase.rest.port", 0);
    conf.setInt("hbase.rest.info.port", -1);
    RESTServer server = new RESTServer(conf);
    server.run();
    return new RestGateway(server);
  }

  /** A request: status and body. */
  HttpResponse<String> send(String method, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.getPort() + "/" + path))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  /** Rows as the gateway's JSON has them. */
  String body(List<Row> rows) {
    ObjectNode out = json.createObjectNode();
    ArrayNode list = out.putArray("Row");
    for (Row row : rows) {
      ArrayNode cells = list.addObject().put("key", base64(row.key())).putArray("Cell");
      row.cells()
          .forEach(
              (column, value) ->
                  cells
                      .addObject()
                      .put("column", base64(column))
                      .put("timestamp", row.time())
                      .put("$", Base64.getEncoder().encodeToString(value)));
    }
    return out.toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Puts rows in one request. */
  HttpResponse<String> put(TableName table, List<Row> rows) throws IOException {
    return send("PUT", table.getNameAsString() + "/rows", body(rows));
  }

  @Override
  public void put(TableName table, Row row) throws IOException {
    ok(put(table, List.of(row)));
  }

  @Override
  public void delete(TableName table, String row, String sequence, long time) throws IOException {
    ok(put(table, List.of(Row.of(row, time, "m:seq=" + sequence, "m:op=delete"))));
  }

  @Override
  public void setNull(TableName table, String row, String sequence, long time, String column)
      throws IOException {
    ok(put(table, List.of(Row.of(row, time, "m:seq=" + sequence, "m:null:" + column + "="))));
  }

  private static void ok(HttpResponse<String> answer) throws IOException {
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + ": " + answer.body());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (IOException failed) {
      throw failed;
    } catch (Exception failed) {
      throw new IOException(failed);
    }
  }
}
