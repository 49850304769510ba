package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.sediment.client.RegionStatus;
import org.sediment.client.RowRange;
import org.sediment.client.SedimentClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment status}: settings in force, what is wrong with them, and what is pending. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a table's settings in force, counts, and the state of each region's families.",
      "Exit code 4 if a setting or the schema is wrong: then every write is refused."
    })
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Parameters(paramLabel = "TABLE", description = "Name of the table.")
  private String table;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    List<RegionStatus> regions;
    try (SedimentClient client = where.sediment(TableName.valueOf(table), err)) {
      regions = Progress.during("asking the regions of " + table, err, client::status);
    }
    PrintWriter out = spec.commandLine().getOut();
    Set<String> problems = new LinkedHashSet<>();
    Set<String> versions = new LinkedHashSet<>();
    Set<String> settings = new LinkedHashSet<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (RegionStatus region : regions) {
      problems.addAll(region.problems());
      versions.add(region.version());
      region.settings().forEach(setting -> settings.add(text(setting)));
      region.counts().forEach((name, value) -> counts.merge(name, value, Long::sum));
    }
    out.println(
        "table "
            + table
            + ": "
            + regions.size()
            + " regions, Sediment "
            + String.join(", ", versions));
    section(out, "settings in force (* = written in the table)", settings);
    List<String> countLines = new ArrayList<>();
    counts.forEach((name, value) -> countLines.add(name + " = " + value));
    section(out, "counts since each region was opened, summed", countLines);
    for (RegionStatus region : regions) {
      List<String> families = region.families().stream().map(StatusCommand::text).toList();
      section(out, "region " + text(region.rows()) + " " + region.region(), families);
    }
    if (problems.isEmpty()) {
      return ExitCode.OK;
    }
    section(err, "wrong: every write is refused until this is mended", problems);
    return ExitCode.PROBLEMS;
  }

  private static void section(PrintWriter out, String title, Iterable<String> lines) {
    out.println(title);
    lines.forEach(line -> out.println("  " + line));
  }

  private static String text(RegionStatus.SettingValue setting) {
    return (setting.isDefault() ? "  " : "* ") + setting.name() + " = " + setting.value();
  }

  private static String text(RowRange rows) {
    return rows.toString();
  }

  private static String text(RegionStatus.Family family) {
    String head = family.name() + " (" + family.kind() + ")";
    if (family.pending().isEmpty()) {
      return head;
    }
    return head
        + ": about "
        + family.pending().getAsLong()
        + " deltas written since the last full fold, folded through "
        + time(family.foldWatermark())
        + ", oldest in memory "
        + time(family.oldestInMemory())
        + ", folds at work "
        + family.runningFolds();
  }

  private static String time(OptionalLong millis) {
    return millis.isEmpty() ? "-" : Instant.ofEpochMilli(millis.getAsLong()).toString();
  }
}
