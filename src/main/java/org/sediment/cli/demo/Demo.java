package org.sediment.cli.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.sediment.client.SedimentClient;

/**
 * Plays both stories on a running HBase whose tables {@code orders} and {@code stock} are new, and
 * checks every step. Exit code 0 only if all was as it should be.
 */
public final class Demo {
  private Demo() {}

  /**
   * Plays.
   *
   * @param args folder of the client's hbase-site.xml; milliseconds after which deltas of {@code
   *     stock} may be folded
   */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Steps steps = new Steps(out);
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(Path.of(args[0], "hbase-site.xml").toUri().toURL());
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      out.println("HBase " + version(connection));
      try (DemoTable orders = new DemoTable(connection, "orders")) {
        new OrderStory(orders, steps, System.currentTimeMillis()).play();
      } catch (IOException | RuntimeException broken) {
        steps.broke("the story of the order", broken);
      }
      try (DemoTable stock = new DemoTable(connection, "stock");
          SedimentClient client = SedimentClient.connect(conf, stock.name())) {
        new StockStory(connection, stock, client, steps, Long.parseLong(args[1])).play();
      } catch (IOException | RuntimeException broken) {
        steps.broke("the story of the stock", broken);
      }
    }
    System.exit(steps.close() ? 0 : 1);
  }

  private static String version(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getClusterMetrics().getHBaseVersion();
    }
  }
}
