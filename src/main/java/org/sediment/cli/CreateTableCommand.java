package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.SedimentClient;
import org.sediment.model.Durations;
import org.sediment.model.FamilyKind;
import org.sediment.model.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment create-table}: a table with the schema that its kinds require. */
@Command(
    name = "create-table",
    mixinStandardHelpOptions = true,
    description = {
      "Creates a table with the schema that its families' kinds require, and the coprocessor.",
      "Exit code 4 if the table then says that something is wrong with it.",
      "Without a sequence family, a table that has guarded families gets 'm'.",
      "Example: sediment create-table -d DIR orders --family u=upsert --family x=delta,lag=30m"
    })
final class CreateTableCommand implements Callable<Integer> {
  private static final String COPROCESSOR = "org.sediment.coprocessor.SedimentCoprocessor";

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Parameters(paramLabel = "TABLE", description = "Name of the table.")
  private String table;

  @Option(
      names = "--family",
      required = true,
      paramLabel = "NAME=KIND[,OPTION=VALUE...]",
      description = "A family; repeat for more. Options: " + FamilySpec.OPTIONS + ".")
  private List<String> families;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A table setting, such as sediment.future.skew=10m; repeat for more.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--jar",
      paramLabel = "PATH",
      description = {
        "The servers' jar, where every region server can read it: file:///..., hdfs://... or a local path.",
        "Default: the one built here. 'none': the servers have it on their class path."
      })
  private String jar;

  @Option(
      names = "--split",
      paramLabel = "KEY",
      description = "First row of a further region, with \\xHH for bytes; repeat for more.")
  private List<String> splits = List.of();

  @Override
  public Integer call() throws IOException {
    TableDescriptor descriptor = descriptor();
    byte[][] keys = splits.stream().map(Bytes::toBytesBinary).toArray(byte[][]::new);
    try (Connection connection = where.connect(spec.commandLine().getErr());
        Admin admin = connection.getAdmin()) {
      Progress.during(
          "creating " + table,
          spec.commandLine().getErr(),
          () -> {
            admin.createTable(descriptor, keys.length == 0 ? null : keys);
            return table;
          });
    } catch (TableExistsException exists) {
      throw new Failure(ExitCode.FAILED, "table '" + table + "' exists already", exists);
    }
    spec.commandLine().getOut().println(descriptor);
    return problems() ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  /** Asks the new table itself whether its settings are right. */
  private boolean problems() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try (SedimentClient client = where.sediment(TableName.valueOf(table), err)) {
      List<String> problems = client.status().get(0).problems();
      if (!problems.isEmpty()) {
        err.println("created, but every write is refused until this is mended:");
      }
      problems.forEach(problem -> err.println("  " + problem));
      return !problems.isEmpty();
    }
  }

  /** The table's descriptor. */
  TableDescriptor descriptor() throws IOException {
    List<FamilySpec> specs = new ArrayList<>(families.stream().map(FamilySpec::parse).toList());
    Optional<FamilySpec> sequence =
        specs.stream().filter(family -> family.kind() == FamilyKind.SEQUENCE).findFirst();
    if (sequence.isEmpty() && specs.stream().anyMatch(family -> family.kind().isGuarded())) {
      sequence = Optional.of(FamilySpec.parse("m=sequence"));
      specs.add(sequence.get());
    }
    sequence
        .filter(family -> !family.name().equals("m"))
        .ifPresent(
            family -> settings.putIfAbsent(Setting.SEQUENCE_COLUMN.key(), family.name() + ":seq"));
    long retention = retention();
    TableDescriptorBuilder out = TableDescriptorBuilder.newBuilder(TableName.valueOf(table));
    specs.forEach(family -> out.setColumnFamily(family.descriptor(retention)));
    CoprocessorDescriptorBuilder coprocessor =
        CoprocessorDescriptorBuilder.newBuilder(COPROCESSOR).setProperties(settings);
    jarPath().ifPresent(coprocessor::setJarPath);
    return out.setCoprocessor(coprocessor.build()).build();
  }

  private long retention() {
    String text =
        settings.getOrDefault(
            Setting.TOMBSTONE_RETENTION.key(), Setting.TOMBSTONE_RETENTION.defaultText());
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(
          ExitCode.USAGE,
          "--set " + Setting.TOMBSTONE_RETENTION.key() + "=" + text + ": " + wrong.getMessage(),
          wrong);
    }
  }

  private Optional<String> jarPath() {
    String path = jar == null ? System.getProperty("sediment.jar") : jar;
    if (path == null || path.equals("none")) {
      return Optional.empty();
    }
    if (path.matches("[a-z][a-z0-9]+:.*")) {
      return Optional.of(path);
    }
    Path file = Path.of(path).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new Failure(ExitCode.USAGE, "--jar " + path + ": there is no such file");
    }
    return Optional.of("file://" + file);
  }
}
