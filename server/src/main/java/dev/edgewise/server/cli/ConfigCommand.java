package dev.edgewise.server.cli;

import dev.edgewise.api.SettingView;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.EffectiveSetting;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the effective settings and the source of each. */
@Command(
    name = "config",
    description = "Shows the effective settings and the source of each.",
    sortOptions = false)
final class ConfigCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--show-secrets", description = "show passwords and keys")
  private boolean showSecrets;

  @Option(names = "--json", description = "print a JSON array")
  private boolean json;

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Wire.text(configuration.effective().stream().map(this::view).toList()));
    } else {
      print(configuration.effective(), out);
      printSharing(configuration.settings().storage(), out);
    }
    return 0;
  }

  private void print(List<EffectiveSetting> effective, PrintWriter out) {
    int width =
        effective.stream().mapToInt(entry -> entry.setting().name().length()).max().orElse(0);
    for (EffectiveSetting entry : effective) {
      out.printf(
          "%-" + width + "s  %-11s  %s%n",
          entry.setting().name(),
          entry.source().word(),
          entry.text().isEmpty() ? "(unset)" : text(entry));
    }
  }

  /** Prints how another server can connect to the embedded database of a running one. */
  private void printSharing(Settings.Storage storage, PrintWriter out) {
    if (!storage.embedded()) {
      return;
    }
    EmbeddedPostgres.running(PostgresSettings.in(storage.dataDir()))
        .ifPresent(address -> {
          out.println();
          out.println("The embedded PostgreSQL is running. To start another server on it, set");
          out.println("DATABASE_URL='" + url(address) + "'");
        });
  }

  private String url(PostgresAddress address) {
    return address.jdbcUrl()
        + "&user="
        + address.user()
        + "&password="
        + (showSecrets ? address.password() : Secret.MASK);
  }

  private SettingView view(EffectiveSetting entry) {
    return new SettingView(
        entry.setting().name(), entry.text().isEmpty() ? null : text(entry), entry.source().word());
  }

  private String text(EffectiveSetting entry) {
    return showSecrets ? entry.text() : entry.display();
  }
}
