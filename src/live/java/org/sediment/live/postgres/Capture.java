package org.sediment.live.postgres;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The capturing process ({@link CaptureMain}) with its settings and its memory of where it was:
 * what is killed and started again goes on from the offsets that it wrote last. One thread.
 */
final class Capture {
  /** Prefix of the topics: {@code live.shop.orders}. */
  static final String PREFIX = "live";

  private final Path settings;
  private final Path output;
  private JavaProcess process;

  /**
   * Not started yet.
   *
   * @param folder for settings, offsets and output
   * @param schemas whether messages bear their schema part
   */
  Capture(Path folder, PostgresServer postgres, String bootstrap, boolean schemas)
      throws IOException {
    settings = folder.resolve("capture.properties");
    output = folder.resolve("capture.log");
    Properties out = new Properties();
    out.put(CaptureMain.BOOTSTRAP, bootstrap);
    out.put("name", PREFIX);
    out.put("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    out.put("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    out.put("offset.storage.file.filename", folder.resolve("capture.offsets").toString());
    out.put("offset.flush.interval.ms", "1000");
    out.put("topic.prefix", PREFIX);
    out.put("plugin.name", "pgoutput");
    out.put("database.hostname", "127.0.0.1");
    out.put("database.port", Integer.toString(postgres.port()));
    out.put("database.user", "postgres");
    out.put("database.password", "none");
    out.put("database.dbname", "postgres");
    out.put("schema.include.list", "shop");
    out.put("slot.name", PREFIX);
    out.put("slot.max.retries", "60");
    out.put("slot.retry.delay.ms", "500");
    out.put("publication.autocreate.mode", "filtered");
    out.put("snapshot.mode", "initial");
    out.put("poll.interval.ms", "50");
    // nobody could tell null from default afterwards
    out.put("value.converter.replace.null.with.default", "false");
    out.put("key.converter.schemas.enable", Boolean.toString(schemas));
    out.put("value.converter.schemas.enable", Boolean.toString(schemas));
    try (Writer to = Files.newBufferedWriter(settings)) {
      out.store(to, null);
    }
  }

  /** Starts it. */
  void start() throws IOException {
    process = JavaProcess.start(output, CaptureMain.class.getName(), List.of(settings.toString()));
  }

  /** Kills it as a power cut would. */
  void kill() throws InterruptedException {
    process.kill();
  }

  /** Ends it in order. */
  void stop() throws InterruptedException, IOException {
    process.stop();
  }

  /** Throws if it has ended by itself. */
  void check() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("the capture ended: " + process.output());
    }
  }
}
