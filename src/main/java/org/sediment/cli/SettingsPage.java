package org.sediment.cli;

import java.util.Locale;
import java.util.Map;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;

/** The settings page, made from the settings themselves. Stateless. */
final class SettingsPage {
  private static final Map<Setting.Type, String> FORMS =
      Map.of(
          Setting.Type.DURATION,
              "duration: a whole number with `ms`, `s`, `m`, `h` or `d`, at most `36500d`",
          Setting.Type.WIDTH, "duration, or `off`",
          Setting.Type.COUNT, "whole number, 0 or more",
          Setting.Type.COLUMN, "`family:qualifier`",
          Setting.Type.FOLD, "`aggregator:type`, or a list of `counter=aggregator:type`");

  private SettingsPage() {}

  static String text() {
    StringBuilder out =
        new StringBuilder(
            """
            # Settings

            Made by `scripts/sediment settings --markdown`; a test holds the two together.

            A wrong setting, a misspelt key, or a setting in the wrong place does not stop a server: the table's
            regions open, reads work, and every write is refused with a message that names the setting, its value
            and the remedy. `scripts/sediment status TABLE` shows the settings in force and what is wrong with them.

            """);
    table(
        out,
        Place.TABLE,
        """
        ## Table settings

        Properties of the coprocessor `org.sediment.coprocessor.SedimentCoprocessor` in the table descriptor. In the
        HBase shell they are the last part of the coprocessor attribute:
        `'coprocessor' => 'file:///path/sediment.jar|org.sediment.coprocessor.SedimentCoprocessor|1001|sediment.future.skew=10m,sediment.cache.rows=50000'`.

        """);
    table(
        out,
        Place.FAMILY,
        """
        ## Family settings

        Values of the column family: `{NAME => 'x', METADATA => {'sediment.kind' => 'delta', 'sediment.lag' => '30m'}}` in
        the HBase shell, `ColumnFamilyDescriptorBuilder.setValue` in Java. All but `sediment.kind` belong to families of
        kind `delta`.

        """);
    return out.toString();
  }

  private static void table(StringBuilder out, Place place, String head) {
    out.append(head).append("| setting | value | default | meaning |\n|---|---|---|---|\n");
    for (Setting setting : Setting.values()) {
      if (setting.place() == place) {
        out.append(
            String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %s |\n",
                setting.key(),
                form(setting),
                setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`",
                setting.meaning()));
      }
    }
    out.append('\n');
  }

  private static String form(Setting setting) {
    return setting.type() == Setting.Type.CHOICE
        ? "`" + String.join("`, `", setting.choices()) + "`"
        : FORMS.get(setting.type());
  }
}
