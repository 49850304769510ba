package org.sediment.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sediment settings}: every setting there is. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = "Prints every setting with its place, type, default and meaning.")
final class SettingsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--markdown", description = "Print the page src/site/markdown/settings.md.")
  private boolean markdown;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(SettingsPage.text());
      out.flush();
      return ExitCode.OK;
    }
    for (Setting setting : Setting.values()) {
      out.printf(
          "%s  (%s, %s, default %s)%n    %s%n",
          setting.key(),
          setting.place() == Place.TABLE ? "coprocessor property" : "family METADATA",
          setting.choices().isEmpty()
              ? setting.type().name().toLowerCase(Locale.ROOT)
              : String.join(" | ", setting.choices()),
          setting.defaultText().isEmpty() ? "see text" : setting.defaultText(),
          setting.meaning());
    }
    out.flush();
    return ExitCode.OK;
  }
}
