package org.sediment.bench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * {@code guard-hot}: eight threads write one row, each event newer than the one before. Under the
 * guard it is a Put; without, a Get and a checkAndMutate, again until it holds or something newer
 * is there. An event that something newer overtook is not counted on either side.
 */
final class GuardHot implements Benchmark {
  private static final double BAR = 3;
  private static final byte[] ROW = Bytes.toBytes("hot");

  private final long firstTime = System.currentTimeMillis() - 24 * 3_600_000L;
  private final LongAdder retries = new LongAdder();

  @Override
  public String name() {
    return "guard-hot";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName guarded = TableName.valueOf(name() + "-guarded");
    TableName conditional = TableName.valueOf(name() + "-conditional");
    cluster.create(BenchTables.guarded(guarded));
    cluster.create(BenchTables.plain(conditional));
    for (TableName name : new TableName[] {guarded, conditional}) {
      try (Table table = cluster.table(name)) {
        table.put(GuardStream.event(ROW, 0, firstTime));
      }
      cluster.flushAndReopen(name);
    }
    int perThread = scale.of(100, 50);
    AtomicLong guardedSequence = new AtomicLong();
    AtomicLong conditionalSequence = new AtomicLong();
    RegionCounts counts = new RegionCounts(cluster, guarded);

    SideBySide both =
        SideBySide.run(
            scale,
            round -> {
              long before = counts.get("applied");
              Load.Took took =
                  each(cluster, guarded, perThread, table -> table.put(next(guardedSequence)));
              return new Sample(counts.get("applied") - before, took);
            },
            round -> {
              LongAdder applied = new LongAdder();
              Load.Took took =
                  each(
                      cluster,
                      conditional,
                      perThread,
                      table -> applied.add(putIfNewer(table, next(conditionalSequence)) ? 1 : 0));
              return new Sample(applied.sum(), took);
            });

    checkHot(cluster, guarded, guardedSequence.get());
    checkHot(cluster, conditional, conditionalSequence.get());
    long events = (long) perThread * GuardRounds.THREADS * (scale.rounds() + scale.warmups());
    WrongEndState.unlessEqual(
        "guarded events applied or stale", events, counts.get("applied") + counts.get("stale"));
    cluster.drop(guarded, conditional);
    return new Figure(
            name(), "guarded Puts of one row / Get + checkAndMutate with retries, 8 threads", BAR)
        .ratio(both.ratio(0, 1), both.rounds())
        .with("cpu_ratio", both.cpuRatio(0, 1))
        .with("guarded_applied_per_s", both.rate(0))
        .with("conditional_applied_per_s", both.rate(1))
        .with("conditional_retries_per_event", retries.sum() / (double) events);
  }

  private interface Step {
    void on(Table table) throws Exception;
  }

  private static Load.Took each(BenchCluster cluster, TableName name, int perThread, Step step)
      throws Exception {
    return Load.time(
        GuardRounds.THREADS,
        thread -> {
          try (Table table = cluster.table(name)) {
            for (int i = 0; i < perThread; i++) {
              step.on(table);
            }
          }
        });
  }

  private Put next(AtomicLong sequence) {
    long next = sequence.incrementAndGet();
    return GuardStream.event(ROW, next, firstTime + next);
  }

  private boolean putIfNewer(Table table, Put event) throws Exception {
    byte[] mine = GuardStream.sequenceOf(event);
    while (true) {
      byte[] stored =
          table
              .get(new Get(ROW).addColumn(BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE))
              .value();
      if (Bytes.compareTo(stored, mine) >= 0) {
        return false;
      }
      CheckAndMutate condition =
          CheckAndMutate.newBuilder(ROW)
              .ifEquals(BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE, stored)
              .build(event);
      if (table.checkAndMutate(condition).isSuccess()) {
        return true;
      }
      retries.increment();
    }
  }

  private static void checkHot(BenchCluster cluster, TableName name, long newest) throws Exception {
    try (Table table = cluster.table(name)) {
      Result row = table.get(new Get(ROW));
      for (byte[][] column :
          new byte[][][] {
            {BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE},
            {BenchTables.UPSERT, Bytes.toBytes("status")}
          }) {
        WrongEndState.unlessEqual(
            name + " " + Bytes.toString(column[1]),
            GuardStream.text(newest),
            Bytes.toString(row.getValue(column[0], column[1])));
      }
    }
  }
}
