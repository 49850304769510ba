package org.sediment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the configuration of a standalone HBase that answers on the loopback address only. */
final class ServerConfig {
  private static final String LOG4J =
      """
      log4j.rootLogger=INFO, out
      log4j.appender.out=org.apache.log4j.ConsoleAppender
      log4j.appender.out.target=System.err
      log4j.appender.out.layout=org.apache.log4j.PatternLayout
      log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
      log4j.logger.org.apache.zookeeper=WARN
      log4j.logger.org.apache.hadoop.metrics2=WARN
      """;

  private ServerConfig() {}

  /**
   * Writes the server's and the clients' files.
   *
   * @param port ZooKeeper's
   * @param more settings of HBase that win over the ones here
   */
  static void write(DataDirectory directory, int port, Map<String, String> more)
      throws IOException {
    Map<String, String> client = new LinkedHashMap<>();
    client.put("hbase.zookeeper.quorum", "127.0.0.1");
    client.put("hbase.zookeeper.property.clientPort", Integer.toString(port));
    Map<String, String> server = new LinkedHashMap<>(client);
    server.put("hbase.rootdir", directory.root().resolve("data").toUri().toString());
    server.put("hbase.tmp.dir", directory.root().resolve("tmp").toString());
    server.put(
        "hbase.zookeeper.property.dataDir", directory.root().resolve("zookeeper").toString());
    server.put("hbase.cluster.distributed", "false");
    // file:// cannot promise to survive a power cut, and says so
    server.put("hbase.unsafe.stream.capability.enforce", "false");
    // ports that are free, found by the servers themselves
    server.put("hbase.localcluster.assign.random.ports", "true");
    server.put("hbase.master.info.port", "-1");
    server.put("hbase.regionserver.info.port", "-1");
    for (String who : new String[] {"master", "regionserver"}) {
      server.put("hbase." + who + ".ipc.address", "127.0.0.1");
      server.put("hbase." + who + ".hostname", "localhost");
    }
    // one process: no need to wait for more servers
    server.put("hbase.regionserver.msginterval", "200");
    server.put("hbase.master.wait.on.regionservers.mintostart", "1");
    server.put("hbase.master.wait.on.regionservers.interval", "100");
    server.put("hbase.master.wait.on.regionservers.timeout", "500");
    server.put("hbase.regionserver.handler.count", "16");
    server.putAll(more);
    Files.createDirectories(directory.confFolder());
    Files.createDirectories(directory.clientFolder());
    Files.createDirectories(directory.log().getParent());
    Files.writeString(directory.confFolder().resolve("hbase-site.xml"), site(server));
    Files.writeString(directory.confFolder().resolve("log4j.properties"), LOG4J);
    Files.writeString(directory.clientSite(), site(client));
  }

  private static String site(Map<String, String> settings) {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    settings.forEach(
        (key, value) ->
            out.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return out.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
