package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** Totals through the input format that MapReduce and Spark read tables with. */
@ClusterTest
class TableInputFormatClusterTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final int ROWS = 12;

  /** Row i has the counter qty with the total 10 i; some of it folded, some not, one is late. */
  private static TableName filled(MiniCluster cluster, String read) throws Exception {
    TableName name =
        cluster.create(
            TestRegion.builder()
                .delta("x")
                .familyValue("x", "sediment.read", read)
                .familyValue("x", "sediment.lag", "1s"),
            Bytes.toBytes("r04"),
            Bytes.toBytes("r08"));
    long old = System.currentTimeMillis() - 3_600_000;
    try (Table table = cluster.table(name)) {
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        puts.add(delta(row, "qty:1", old, 6L * row));
        puts.add(delta(row, "qty:2", old + 1, 3L * row));
      }
      table.put(puts);
      cluster.admin().flush(name);
      cluster.majorCompact(name);
      puts.clear();
      for (int row = 0; row < ROWS; row++) {
        puts.add(delta(row, "qty:3", System.currentTimeMillis(), row));
      }
      table.put(puts);
    }
    return name;
  }

  private static Put delta(int row, String column, long time, long amount) {
    return new Put(row(row)).addColumn(X, Bytes.toBytes(column), time, Bytes.toBytes(amount));
  }

  private static byte[] row(int row) {
    return Bytes.toBytes(String.format("r%02d", row));
  }

  /** What the tasks of a job would be given, split after split. */
  private static List<String> records(MiniCluster cluster, TableName table, Scan scan)
      throws Exception {
    Configuration conf = new Configuration(cluster.conf());
    conf.set(TableInputFormat.INPUT_TABLE, table.getNameAsString());
    conf.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
    TableInputFormat format = new TableInputFormat();
    format.setConf(conf);
    List<InputSplit> splits = format.getSplits(new JobContextImpl(conf, new JobID()));
    assertThat(splits).hasSize(3);
    List<String> out = new ArrayList<>();
    TaskAttemptContext task = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    for (InputSplit split : splits) {
      try (RecordReader<ImmutableBytesWritable, Result> reader =
          format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        while (reader.nextKeyValue()) {
          out.add(text(reader.getCurrentValue()));
        }
      }
    }
    return out;
  }

  private static String text(Result result) throws IOException {
    StringBuilder out = new StringBuilder(Bytes.toString(result.getRow()));
    for (Cell cell : result.rawCells()) {
      String column = Bytes.toString(CellUtil.cloneQualifier(cell));
      out.append(' ').append(column);
      if (column.equals("qty")) {
        out.append('=').append(Bytes.toLong(CellUtil.cloneValue(cell)));
      }
    }
    return out.toString();
  }

  private static List<String> expected() {
    List<String> out = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      out.add(Bytes.toString(row(row)) + " qty=" + 10 * row);
    }
    return out;
  }

  @Test
  void everyRecordIsARowOfTotalsBySettingAndByAttribute(MiniCluster cluster) throws Exception {
    TableName bySetting = filled(cluster, "total");
    TableName byAttribute = filled(cluster, "raw");
    for (int caching : new int[] {1, 5, 500}) {
      Scan plain = new Scan().setCaching(caching).setCacheBlocks(false).addFamily(X);
      assertThat(records(cluster, bySetting, plain)).isEqualTo(expected());
      Scan total = new Scan(plain);
      total.setAttribute("sediment.read", Bytes.toBytes("total"));
      assertThat(records(cluster, byAttribute, total))
          .as("the attribute travels in the job's configuration")
          .isEqualTo(expected());
    }
    assertThat(records(cluster, byAttribute, new Scan()))
        .as("cells as they are stored")
        .hasSize(ROWS)
        .first()
        .isEqualTo("r00 qty:3 qty;");
  }

  /** Adds up what it is given, and counts the cells. */
  public static final class Adder extends TableMapper<NullWritable, NullWritable> {
    @Override
    protected void map(ImmutableBytesWritable row, Result totals, Context context) {
      context.getCounter("totals", "cells").increment(totals.size());
      context.getCounter("totals", "sum").increment(Bytes.toLong(totals.value()));
    }
  }

  @Test
  void aJobAddsTotalsUp(MiniCluster cluster) throws Exception {
    TableName table = filled(cluster, "raw");
    Configuration conf = new Configuration(cluster.conf());
    conf.set("mapreduce.framework.name", "local");
    Job job = Job.getInstance(conf, "totals");
    Scan scan = new Scan().setCaching(500).setCacheBlocks(false).addFamily(X);
    scan.setAttribute("sediment.read", Bytes.toBytes("total"));
    TableMapReduceUtil.initTableMapperJob(
        table.getName(), scan, Adder.class, NullWritable.class, NullWritable.class, job, false);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(job.getCounters().findCounter("totals", "cells").getValue()).isEqualTo(ROWS);
    assertThat(job.getCounters().findCounter("totals", "sum").getValue()).isEqualTo(660);
  }
}
