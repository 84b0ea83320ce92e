package dev.edgewise.server.house;

import static java.util.stream.Collectors.joining;

import dev.edgewise.server.config.Setting;
import dev.edgewise.server.config.SettingCatalog;

/** Writes docs/reference/settings.md from the catalogue of settings. */
final class SettingsPage {

  private SettingsPage() {}

  static String text() {
    return """
    # Settings

    This page is generated from `SettingCatalog` in the server module; a test fails when it is stale.
    Each name is an environment variable, a line of the properties file named by `--config` or
    `EDGEWISE_CONFIG`, and, in lower case with dashes, a flag: `PORT` is `--port`.

    | name | default | meaning |
    |---|---|---|
    %s
    """
        .formatted(SettingCatalog.ALL.stream().map(SettingsPage::row).collect(joining("\n")));
  }

  private static String row(Setting<?> setting) {
    String fallback = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
    return "| `%s` | %s | %s |".formatted(setting.name(), fallback, setting.meaning());
  }
}
