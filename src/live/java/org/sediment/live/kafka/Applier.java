package org.sediment.live.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.sediment.testing.MiniCluster;

/** A {@code sediment apply} in a process of its own, which may be killed. */
public final class Applier implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Path err;

  private Applier(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it, with the class path of this JVM.
   *
   * @param dir where what it says goes
   * @param options of {@code apply}, without where HBase is
   */
  public static Applier start(MiniCluster cluster, Path dir, List<String> options)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    for (String opened : List.of("lang", "nio", "lang.reflect")) {
      line.addAll(List.of("--add-opens", "java.base/java." + opened + "=ALL-UNNAMED"));
    }
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of("org.sediment.cli.Main", "apply", "-z", zookeeper(cluster)));
    line.addAll(options);
    Path out = Files.createTempFile(dir, "apply", ".out");
    Path err = Files.createTempFile(dir, "apply", ".err");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    return new Applier(process, out, err);
  }

  /** Where a mini cluster's ZooKeeper is, as {@code -z} takes it. */
  public static String zookeeper(MiniCluster cluster) {
    Configuration conf = cluster.conf();
    return conf.get("hbase.zookeeper.quorum")
        + ":"
        + conf.get("hbase.zookeeper.property.clientPort");
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    close();
  }

  /** Tells it to end, as {@code kill} does; returns its exit code. */
  public int end(long seconds) throws InterruptedException {
    process.destroy();
    return await(seconds);
  }

  /** Waits for its own end; returns its exit code. */
  public int await(long seconds) throws InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it runs still after " + seconds + " s: " + said());
    }
    return process.exitValue();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it wrote, on both ways. */
  public String said() {
    try {
      return Files.readString(out) + Files.readString(err);
    } catch (IOException failed) {
      return failed.toString();
    }
  }

  /** Kills it, if it runs still. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
