package org.sediment.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.sediment.cli.Cli;

/**
 * {@code apply-file}: events a second through {@code sediment apply FILE}, into a guarded table,
 * against a loop written by hand that reads the same file and gives a BufferedMutator the same
 * cells, into a table that nobody guards.
 *
 * <p>The command is the real one, from its command line to its counts: it connects, reads the file,
 * understands each line, applies the events by RPC and waits for all outcomes. It runs in this JVM,
 * as the loop does: a JVM's start would only be measured on one side. The loop connects by itself,
 * too, and parses each line with Jackson. Further ratios are against the loop with its Puts ready
 * before the clock starts, and against the loop writing to a guarded table.
 */
final class ApplyFile implements Benchmark {
  private static final double BAR = 0.7;
  private static final int KNOWN_PERCENT = 50;
  private static final int KNOWN_ROWS = 20_000;

  private BenchCluster cluster;
  private Path file;
  private List<Put> events = List.of();
  private int made = -1;

  @Override
  public String name() {
    return "apply-file";
  }

  @Override
  public Figure run(BenchCluster on, Scale scale) throws Exception {
    cluster = on;
    TableName applied = TableName.valueOf(name() + "-applied");
    TableName looped = TableName.valueOf(name() + "-looped");
    TableName ready = TableName.valueOf(name() + "-ready");
    TableName guarded = TableName.valueOf(name() + "-guarded");
    List<TableName> tables = List.of(applied, looped, ready, guarded);
    cluster.create(BenchTables.guarded(applied));
    cluster.create(BenchTables.plain(looped));
    cluster.create(BenchTables.plain(ready));
    cluster.create(BenchTables.guarded(guarded));
    GuardStream stream = new GuardStream("some", 1, KNOWN_ROWS, KNOWN_PERCENT);
    GuardRounds.populate(cluster, stream, tables.toArray(TableName[]::new));
    RegionCounts counts = new RegionCounts(cluster, applied);
    long before = stream.total();
    int perRound = scale.of(40_000, 15_000);
    file = Files.createTempFile("apply-file", ".jsonl");
    try {
      SideBySide all =
          SideBySide.run(
              scale,
              round -> {
                make(stream, round, perRound);
                return sample(() -> apply(applied));
              },
              round -> {
                make(stream, round, perRound);
                return sample(() -> EventFile.loop(connection(), looped, file));
              },
              round -> {
                make(stream, round, perRound);
                return sample(() -> EventFile.loop(connection(), ready, events));
              },
              round -> {
                make(stream, round, perRound);
                return sample(() -> EventFile.loop(connection(), guarded, file));
              });
      counts.check("applied", stream.total() - before);
      for (TableName table : tables) {
        stream.check(cluster.table(table), true);
      }
      cluster.drop(tables.toArray(TableName[]::new));
      return new Figure(
              name(),
              "sediment apply FILE / BufferedMutator loop over the same file, no guard",
              BAR)
          .ratio(all.ratio(0, 1), all.rounds())
          .with("cpu_ratio", all.cpuRatio(0, 1))
          .with("applied_per_s", all.rate(0))
          .with("loop_per_s", all.rate(1))
          .with("ratio_to_loop_of_ready_puts", all.ratio(0, 2).median())
          .with("ratio_to_loop_into_guarded_table", all.ratio(0, 3).median())
          .with("events_per_run", perRound);
    } finally {
      Files.delete(file);
    }
  }

  private void make(GuardStream stream, int round, int number) throws Exception {
    if (round != made) {
      events = EventFile.plain(stream.next(number, 0).get(0));
      EventFile.write(file, events);
      made = round;
    }
  }

  private Sample sample(Runs work) throws Exception {
    return new Sample(events.size(), Load.time(1, thread -> work.run()));
  }

  private interface Runs {
    void run() throws Exception;
  }

  private void apply(TableName table) {
    Cli ran =
        Cli.run("apply", "--zookeeper", zookeeper(), "--table", table.toString(), file.toString());
    if (ran.code() != 0) {
      throw new IllegalStateException("exit code " + ran.code() + ": " + ran.err());
    }
  }

  private String zookeeper() {
    Configuration conf = cluster.conf();
    return conf.get(HConstants.ZOOKEEPER_QUORUM) + ":" + conf.get(HConstants.ZOOKEEPER_CLIENT_PORT);
  }

  /** What a program of its own would connect with. */
  private Configuration connection() {
    Configuration conf = HBaseConfiguration.create();
    for (String key : List.of(HConstants.ZOOKEEPER_QUORUM, HConstants.ZOOKEEPER_CLIENT_PORT)) {
      conf.set(key, cluster.conf().get(key));
    }
    return conf;
  }
}
