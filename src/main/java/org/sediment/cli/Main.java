package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.sediment.cli.kafka.KafkaNotThereException;
import org.sediment.client.SedimentMissingException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command {@code sediment} and where its subcommands hang. */
@Command(
    name = "sediment",
    description = "Newer sequence wins, deltas settle, totals merge on read: Sediment on HBase.",
    mixinStandardHelpOptions = true,
    version = "sediment 0.1.0",
    subcommands = {
      ServerCommand.class,
      CreateTableCommand.class,
      TotalsCommand.class,
      ApplyCommand.class,
      VerifyCommand.class,
      WhyCommand.class,
      KeyCommand.class,
      StatusCommand.class,
      SettingsCommand.class,
      HelpCommand.class
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done as asked",
      "  1  not done; standard error says why",
      "  2  the command line was not understood",
      "  3  the server, table or service is not there or does not answer",
      "  4  answered, but the answer holds errors (wrong settings, counters with no total, refused events)"
    })
public final class Main {
  private final Termination termination = new Termination();

  /** Runs one command and exits. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    Main main = new Main();
    int code = main.commandLine(out, err).execute(args);
    out.flush();
    err.flush();
    main.termination.exit(code);
  }

  /** How a command ends in order when the process is told to end. */
  Termination termination() {
    return termination;
  }

  /** The command line, writing to the given places; {@code execute} gives the exit code. */
  CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(this)
        .setOut(out)
        .setErr(err)
        .setUsageHelpAutoWidth(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((thrown, command, parsed) -> report(thrown, command));
  }

  private static int report(Exception thrown, CommandLine command) {
    command.getErr().println("sediment: " + message(thrown));
    command.getErr().flush();
    if (thrown instanceof Failure failure) {
      return failure.exitCode();
    }
    boolean notThere =
        thrown instanceof TableNotFoundException
            || thrown instanceof SedimentMissingException
            || thrown instanceof KafkaNotThereException;
    return notThere ? ExitCode.NOT_THERE : ExitCode.FAILED;
  }

  private static String message(Exception thrown) {
    if (thrown instanceof TableNotFoundException) {
      return "there is no table '" + thrown.getMessage() + "'";
    }
    if (thrown instanceof Failure) {
      return thrown.getMessage();
    }
    String kind = thrown instanceof IOException ? "" : thrown.getClass().getSimpleName() + ": ";
    // HBase puts the server's stack trace into the message
    return kind + String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
  }
}
