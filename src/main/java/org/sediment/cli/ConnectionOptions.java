package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.sediment.client.SedimentClient;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where HBase is; the options that every command with a table has. */
final class ConnectionOptions {
  @ArgGroup(exclusive = true, multiplicity = "1", heading = "Where HBase is (one of):%n")
  private Where where;

  private static final class Where {
    @Option(
        names = {"-z", "--zookeeper"},
        paramLabel = "HOST:PORT",
        description = "ZooKeeper's address; several hosts: a,b,c:2181.")
    private String zookeeper;

    @Option(
        names = {"-c", "--config"},
        paramLabel = "DIR",
        description = "Folder with HBase's hbase-site.xml.")
    private Path config;

    @Option(
        names = {"-d", "--data-dir"},
        paramLabel = "DIR",
        description = "Data directory of a server started by `sediment server start`.")
    private Path dataDir;
  }

  /**
   * Connects.
   *
   * @throws Failure with code 3 if nobody answers within seconds
   */
  Connection connect(PrintWriter err) throws IOException {
    Configuration conf = configuration();
    String address =
        conf.get("hbase.zookeeper.quorum") + ":" + conf.get("hbase.zookeeper.property.clientPort");
    try {
      return Progress.during("connecting to " + address, err, () -> connect(conf));
    } catch (IOException notThere) {
      throw new Failure(
          ExitCode.NOT_THERE,
          "no HBase answers at ZooKeeper "
              + address
              + ": "
              + String.valueOf(notThere.getMessage()).lines().findFirst().orElse(""),
          notThere);
    }
  }

  /**
   * A client of a table that has Sediment; close it after use.
   *
   * @throws Failure with code 3 if HBase, the table or Sediment on it is not there
   */
  SedimentClient sediment(TableName table, PrintWriter err) throws IOException {
    try (Connection connection = connect(err);
        Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) {
        throw new Failure(ExitCode.NOT_THERE, "there is no table '" + table + "'");
      }
      return SedimentClient.connect(connection.getConfiguration(), table);
    }
  }

  private static Connection connect(Configuration conf) throws IOException {
    Connection connection = ConnectionFactory.createConnection(conf);
    try (Admin admin = connection.getAdmin()) {
      admin.getClusterMetrics();
      return connection;
    } catch (IOException notThere) {
      connection.close();
      throw notThere;
    }
  }

  private Configuration configuration() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    // an answer within seconds, also when there is none
    conf.setInt("hbase.client.retries.number", 4);
    conf.setInt("hbase.client.pause", 250);
    conf.setInt("zookeeper.recovery.retry", 1);
    conf.setInt("zookeeper.session.timeout", 10_000);
    if (where.zookeeper != null) {
      int colon = where.zookeeper.lastIndexOf(':');
      if (colon <= 0 || !where.zookeeper.substring(colon + 1).matches("\\d{1,5}")) {
        throw new Failure(
            ExitCode.USAGE, "--zookeeper " + where.zookeeper + ": write it as host:port");
      }
      conf.set("hbase.zookeeper.quorum", where.zookeeper.substring(0, colon));
      conf.set("hbase.zookeeper.property.clientPort", where.zookeeper.substring(colon + 1));
    } else {
      Path site =
          where.config != null
              ? where.config.resolve("hbase-site.xml")
              : DataDirectory.of(where.dataDir).clientSite();
      if (!Files.exists(site)) {
        throw new Failure(ExitCode.NOT_THERE, site + " is not there: has the server been started?");
      }
      conf.addResource(site.toUri().toURL());
    }
    return conf;
  }
}
