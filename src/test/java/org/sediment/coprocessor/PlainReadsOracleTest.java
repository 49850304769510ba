package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/**
 * Plain reads of totals against a table without Sediment that holds the totals, reckoned by the
 * test, as plain cells: any read must show the same of both, HBase's own filters included.
 */
class PlainReadsOracleTest {
  private static final List<CompareOperator> OPERATORS =
      List.of(
          CompareOperator.LESS,
          CompareOperator.LESS_OR_EQUAL,
          CompareOperator.EQUAL,
          CompareOperator.NOT_EQUAL,
          CompareOperator.GREATER_OR_EQUAL,
          CompareOperator.GREATER);

  private static final String[] COUNTERS = {"", "a", "a!", "amt", "amt2", "z"};
  private static final String[] COLUMNS = {"c1", "c2", "d"};
  private static final int ROWS = 12;
  private static final int READS = 400;

  private final Random random = Seeds.random("PlainReadsOracleTest");

  private record Sum(long sum, long newest) {}

  @Test
  void anyReadShowsWhatATableOfTotalsWouldShow() throws IOException {
    try (TestRegion totals =
            TestRegion.builder()
                .delta("f")
                .delta("x")
                .familyValue("f", "sediment.read", "total")
                .familyValue("x", "sediment.read", "total")
                .familyValue("x", "sediment.lag", "1s")
                .familyValue("f", "sediment.lag", "1s")
                .family("p", "plain")
                .conf("hbase.master.maxclockskew", "0")
                .open();
        TestRegion oracle =
            TestRegion.builder()
                .family("f", "plain")
                .family("x", "plain")
                .family("p", "plain")
                .withoutSediment()
                .realClock()
                .open()) {
      for (int round = 0; round < 4; round++) {
        fill(totals, oracle, round);
        for (int i = 0; i < READS / 4; i++) {
          compare(totals, oracle);
        }
      }
    }
  }

  private final Map<String, Sum> sums = new TreeMap<>();
  private int events;

  private void fill(TestRegion totals, TestRegion oracle, int round) throws IOException {
    totals.clock().advance(100_000);
    long now = totals.clock().now();
    for (int i = 0; i < 150; i++) {
      String row = "r" + (10 + random.nextInt(ROWS));
      if (random.nextInt(4) == 0) {
        Put put = new Put(Bytes.toBytes(row));
        String column = COLUMNS[random.nextInt(COLUMNS.length)];
        put.addColumn(
            Bytes.toBytes("p"),
            Bytes.toBytes(column),
            now,
            Bytes.toBytes((long) random.nextInt(5)));
        totals.put(new Put(put));
        oracle.put(new Put(put));
      } else {
        String family = random.nextBoolean() ? "x" : "f";
        String counter = COUNTERS[random.nextInt(COUNTERS.length)];
        long time = now + random.nextInt(1000);
        long amount = random.nextInt(9) - 4L;
        byte[] column = Bytes.toBytes(counter + ":" + events++);
        totals.put(
            new Put(Bytes.toBytes(row))
                .addColumn(Bytes.toBytes(family), column, time, Bytes.toBytes(amount)));
        sums.merge(
            row + "/" + family + "/" + counter,
            new Sum(amount, time),
            (one, other) -> new Sum(one.sum + other.sum, Math.max(one.newest, other.newest)));
      }
      if (random.nextInt(50) == 0) {
        totals.flush();
      }
    }
    for (Map.Entry<String, Sum> entry : sums.entrySet()) {
      String[] place = entry.getKey().split("/", -1);
      Sum sum = entry.getValue();
      oracle.delete(
          new org.apache.hadoop.hbase.client.Delete(Bytes.toBytes(place[0]))
              .addColumns(Bytes.toBytes(place[1]), Bytes.toBytes(place[2]), sum.newest - 1));
      oracle.put(
          new Put(Bytes.toBytes(place[0]))
              .addColumn(
                  Bytes.toBytes(place[1]),
                  Bytes.toBytes(place[2]),
                  sum.newest,
                  Bytes.toBytes(sum.sum)));
    }
    if (round > 0) {
      totals.clock().advance(50_000);
      totals.flush();
      totals.majorCompact();
    }
    endpointAgrees(totals);
  }

  private void endpointAgrees(TestRegion totals) throws IOException {
    for (int row = 10; row < 10 + ROWS; row++) {
      Map<String, String> plain = new TreeMap<>();
      Get get = new Get(Bytes.toBytes("r" + row));
      get.addFamily(Bytes.toBytes("x")).addFamily(Bytes.toBytes("f"));
      for (Cell cell : totals.get(get).rawCells()) {
        plain.put(
            Bytes.toString(CellUtil.cloneFamily(cell))
                + ":"
                + Bytes.toString(CellUtil.cloneQualifier(cell)),
            "" + Bytes.toLong(CellUtil.cloneValue(cell)));
      }
      Map<String, String> rpc = new TreeMap<>();
      EndpointTotals.exact(totals.region(), "r" + row)
          .forEach((counter, value) -> rpc.put(counter, value.toString()));
      assertThat(plain).isEqualTo(rpc);
    }
  }

  private void compare(TestRegion totals, TestRegion oracle) throws IOException {
    Supplier<Scan> read = read();
    List<String> expected;
    try {
      expected = scan(oracle.region(), read.get());
    } catch (RuntimeException hbaseFails) {
      return; // some lists of filters are more than HBase's own scan can take
    }
    assertThat(scan(totals.region(), read.get())).as(read.get().toString(50)).isEqualTo(expected);
    if (!read.get().isReversed()) {
      String row = "r" + (10 + random.nextInt(ROWS));
      assertThat(get(totals.region(), get(row, read.get())))
          .as("get " + row + " " + read.get().toString(50))
          .isEqualTo(get(oracle.region(), get(row, read.get())));
    }
  }

  private static List<String> scan(HRegion region, Scan scan) throws IOException {
    if (!scan.hasFamilies()) {
      for (byte[] family : region.getTableDescriptor().getColumnFamilyNames()) {
        scan.addFamily(family);
      }
    }
    region.getCoprocessorHost().preScannerOpen(scan);
    List<String> out = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more;
      do {
        List<Cell> row = new ArrayList<>();
        more = scanner.next(row);
        if (!row.isEmpty()) {
          out.add(text(row));
        }
      } while (more);
    }
    return out;
  }

  private static String get(HRegion region, Get get) throws IOException {
    return text(region.get(get, true));
  }

  private static String text(List<Cell> row) {
    StringBuilder out = new StringBuilder();
    for (Cell cell : row) {
      out.append(Bytes.toStringBinary(CellUtil.cloneRow(cell)))
          .append('/')
          .append(Bytes.toStringBinary(CellUtil.cloneFamily(cell)))
          .append(':')
          .append(Bytes.toStringBinary(CellUtil.cloneQualifier(cell)))
          .append('/')
          .append(cell.getTimestamp())
          .append('/')
          .append(cell.getType())
          .append('=')
          .append(Bytes.toStringBinary(CellUtil.cloneValue(cell)))
          .append(' ');
    }
    return out.toString();
  }

  private static Get get(String row, Scan scan) throws IOException {
    Get get = new Get(Bytes.toBytes(row)).readVersions(scan.getMaxVersions());
    scan.getFamilyMap()
        .forEach(
            (family, columns) -> {
              if (columns == null) {
                get.addFamily(family);
              } else {
                columns.forEach(column -> get.addColumn(family, column));
              }
            });
    get.setMaxResultsPerColumnFamily(scan.getMaxResultsPerColumnFamily());
    get.setRowOffsetPerColumnFamily(scan.getRowOffsetPerColumnFamily());
    get.setFilter(scan.getFilter());
    get.setLoadColumnFamiliesOnDemand(false);
    return get;
  }

  /** A read that can be made again, with a filter of its own each time. */
  private Supplier<Scan> read() {
    long seed = random.nextLong();
    return () -> {
      Random mine = new Random(seed);
      Scan scan = new Scan();
      // on demand, HBase drops rows that have nothing in the families a filter looks at, before the
      // filter has its say; rows of totals are always read whole
      scan.setLoadColumnFamiliesOnDemand(false);
      for (String family : List.of("f", "p", "x")) {
        switch (mine.nextInt(6)) {
          case 0, 1, 2 -> scan.addFamily(Bytes.toBytes(family));
          case 3, 4 -> {
            String[] names = family.equals("p") ? COLUMNS : COUNTERS;
            for (int i = 1 + mine.nextInt(2); i > 0; i--) {
              scan.addColumn(
                  Bytes.toBytes(family), Bytes.toBytes(names[mine.nextInt(names.length)]));
            }
          }
          default -> {}
        }
      }
      if (mine.nextInt(3) == 0) {
        scan.withStartRow(Bytes.toBytes("r14")).withStopRow(Bytes.toBytes("r18"), true);
        if (mine.nextBoolean()) {
          scan.setReversed(true);
          scan.withStartRow(Bytes.toBytes("r18")).withStopRow(Bytes.toBytes("r14"));
        }
      } else if (mine.nextInt(4) == 0) {
        scan.setReversed(true);
      } else {
        // with an empty start row HBase shows filters a key with an empty row, at which
        // PrefixFilter
        // fails
        scan.withStartRow(Bytes.toBytes("r1"));
      }
      if (mine.nextInt(4) == 0) {
        scan.readVersions(1 + mine.nextInt(3));
      }
      if (mine.nextInt(5) == 0) {
        scan.setMaxResultsPerColumnFamily(1 + mine.nextInt(3));
        scan.setRowOffsetPerColumnFamily(mine.nextInt(2));
      }
      if (mine.nextInt(4) > 0) {
        scan.setFilter(filter(mine, 2));
        if (("" + scan.getFilter()).contains("Fuzzy") && scan.isReversed()) {
          scan.setFilter(null); // HBase's own never ends then
        }
      }
      return scan;
    };
  }

  private static Filter filter(Random mine, int depth) {
    byte[] number = Bytes.toBytes((long) mine.nextInt(5) - 2);
    CompareOperator operator = OPERATORS.get(mine.nextInt(OPERATORS.size()));
    byte[] family = Bytes.toBytes(mine.nextBoolean() ? "x" : "p");
    byte[] column = Bytes.toBytes(family[0] == 'x' ? "amt" : "c1");
    return switch (mine.nextInt(depth > 0 ? 27 : 23)) {
      case 0 -> new ValueFilter(operator, new BinaryComparator(number));
      case 1 -> new ValueFilter(operator, new LongComparator(Bytes.toLong(number)));
      case 2 -> new QualifierFilter(operator, new BinaryComparator(Bytes.toBytes("amt")));
      case 3 -> new QualifierFilter(CompareOperator.EQUAL, new SubstringComparator("a"));
      case 4 -> new FamilyFilter(operator, new BinaryComparator(Bytes.toBytes("p")));
      case 5 -> new ColumnPrefixFilter(Bytes.toBytes("a"));
      case 6 ->
          new MultipleColumnPrefixFilter(new byte[][] {Bytes.toBytes("am"), Bytes.toBytes("c2")});
      case 7 -> new ColumnRangeFilter(Bytes.toBytes("a!"), true, Bytes.toBytes("c1"), true);
      case 8 -> new ColumnPaginationFilter(2, 1);
      case 9 -> new ColumnPaginationFilter(1, 0);
      case 10 -> new FirstKeyOnlyFilter();
      case 11 -> new KeyOnlyFilter(mine.nextBoolean());
      case 12 -> new PageFilter(3);
      case 13 -> new PrefixFilter(Bytes.toBytes("r1"));
      case 14 -> new InclusiveStopFilter(Bytes.toBytes("r15"));
      case 15 -> new RowFilter(operator, new BinaryComparator(Bytes.toBytes("r15")));
      case 16 -> single(new SingleColumnValueFilter(family, column, operator, number), mine);
      case 17 -> single(new SingleColumnValueExcludeFilter(family, column, operator, number), mine);
      case 18 ->
          single(
              new SingleColumnValueFilter(
                  family, column, operator, new LongComparator(Bytes.toLong(number))),
              mine);
      case 19 ->
          new FuzzyRowFilter(List.of(new Pair<>(Bytes.toBytes("r?5"), new byte[] {0, 1, 0})));
      case 20 ->
          new MultiRowRangeFilter(
              new ArrayList<>(
                  List.of(
                      new MultiRowRangeFilter.RowRange("r11", true, "r12", true),
                      new MultiRowRangeFilter.RowRange("r17", true, "r19", false))));
      case 21 -> new TimestampsFilter(List.of(1L, 1_700_000_100_000L));
      case 22 -> new DependentColumnFilter(family, column, mine.nextBoolean());
      case 23 -> new SkipFilter(filter(mine, 0));
      case 24 -> new WhileMatchFilter(filter(mine, 0));
      default ->
          new FilterList(
              mine.nextBoolean()
                  ? FilterList.Operator.MUST_PASS_ALL
                  : FilterList.Operator.MUST_PASS_ONE,
              filter(mine, 0),
              filter(mine, 0));
    };
  }

  private static Filter single(SingleColumnValueFilter filter, Random mine) {
    filter.setFilterIfMissing(mine.nextBoolean());
    return filter;
  }
}
