package org.sediment.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs benchmarks: {@code [--quick] [--data-nodes N] [NAME...]}. One line of JSON for each on
 * standard output as it ends, a table of all at the end, progress on standard error. The exit code
 * is 0 if every figure counts, 1 if one is void, 2 if the call was wrong; a bar not reached is no
 * failure.
 */
public final class Bench {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);

  private Bench() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, Benchmark> all = new LinkedHashMap<>();
    for (Benchmark benchmark : suite()) {
      all.put(benchmark.name(), benchmark);
    }
    boolean quick = false;
    int dataNodes = 1;
    List<Benchmark> chosen = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals("--quick")) {
        quick = true;
      } else if (argument.equals("--data-nodes") && i + 1 < arguments.length) {
        dataNodes = Integer.parseInt(arguments[++i]);
      } else if (all.containsKey(argument)) {
        chosen.add(all.get(argument));
      } else {
        System.err.println("unknown: " + argument + "; benchmarks: " + all.keySet());
        System.exit(2);
      }
    }
    System.exit(run(new Scale(quick), dataNodes, chosen.isEmpty() ? suite() : chosen) ? 0 : 1);
  }

  /** Every benchmark, in the order of the README's table. */
  static List<Benchmark> suite() {
    return List.of(
        GuardThroughput.oneByOne(),
        GuardThroughput.lists(),
        new GuardCas(),
        new GuardHot(),
        new DeltaPut(),
        new DeltaIncrement(),
        new TotalRow(),
        new TotalRange(),
        new FoldTime(),
        new FoldRead(),
        new ApplyFile(),
        new CellBatch(),
        new CellDisorder(),
        new Peers());
  }

  private static boolean run(Scale scale, int dataNodes, List<Benchmark> chosen) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // what HBase and Hadoop print is no figure
    List<Figure> figures = new ArrayList<>();
    say("starting HBase on MiniDFS with " + dataNodes + " data node(s)");
    try (BenchCluster cluster = new BenchCluster(dataNodes)) {
      for (Benchmark benchmark : chosen) {
        long start = System.nanoTime();
        say(benchmark.name() + " ...");
        Figure figure = figure(benchmark, cluster, scale);
        figure.with("data_nodes", dataNodes).with("seconds", (System.nanoTime() - start) / 1e9);
        figures.add(figure);
        out.println(figure.json());
      }
      print(figures, out);
    }
    return figures.stream().noneMatch(Figure::isVoid);
  }

  private static void print(List<Figure> figures, PrintStream out) {
    out.println();
    out.println(Figure.heading());
    figures.forEach(figure -> out.println(figure.row()));
    for (Figure figure : figures) {
      if (!figure.notes().isEmpty()) {
        out.println();
        out.println(figure.bench() + ":");
        figure.notes().forEach(out::println);
      }
    }
  }

  private static Figure figure(Benchmark benchmark, BenchCluster cluster, Scale scale)
      throws Exception {
    try {
      return benchmark.run(cluster, scale);
    } catch (Exception e) {
      LOG.error("{} has no figure", benchmark.name(), e);
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      say(benchmark.name() + " has no figure: " + root);
      cluster.dropAll();
      return Figure.voided(benchmark.name(), root.toString());
    }
  }

  private static void say(String text) {
    System.err.println("bench: " + text);
  }
}
