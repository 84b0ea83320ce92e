package dev.edgewise.server.cli;

import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.config.Setting;
import dev.edgewise.server.config.SettingCatalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Adds a flag for each setting to a command and reads the configuration. */
final class SettingFlags {

  /** The flags that are settings; a command may have others. */
  private static final Set<String> SETTINGS =
      Stream.concat(
              SettingCatalog.ALL.stream().map(Setting::flag), Stream.of(SettingCatalog.CONFIG_FLAG))
          .collect(Collectors.toUnmodifiableSet());

  /** What a command needs that works on the database beside the servers. */
  private static final Set<String> STORAGE =
      Set.of(
          "DATABASE_URL",
          "EDGEWISE_DATA_DIR",
          "POOL_MAX_SIZE",
          "DATABASE_WAIT_SECS",
          "LOG_FORMAT",
          "LOG_LEVEL");

  private SettingFlags() {}

  /** Adds all settings, and shows them in the command's help. */
  static CommandLine on(CommandLine command) {
    return on(command, _ -> true);
  }

  /**
   * Adds all settings, so that a server's properties file or flags serve the command too, but shows
   * only those that such a command uses.
   */
  static CommandLine ofStorage(Object command, String... more) {
    return on(
        new CommandLine(command),
        setting -> STORAGE.contains(setting.name()) || Set.of(more).contains(setting.name()));
  }

  private static CommandLine on(CommandLine command, Predicate<Setting<?>> shown) {
    CommandSpec spec = command.getCommandSpec();
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("show this help and exit")
            .build());
    spec.addOption(
        flag(SettingCatalog.CONFIG_FLAG, "FILE", "properties file with settings").build());
    for (Setting<?> setting : SettingCatalog.ALL) {
      String fallback =
          setting.defaultText().isEmpty() ? "" : " (default: " + setting.defaultText() + ")";
      spec.addOption(
          flag(setting.flag(), "VALUE", setting.meaning() + fallback)
              .hidden(!shown.test(setting))
              .build());
    }
    spec.usageMessage()
        .footer(
            "",
            "Each setting can also be an environment variable (--max-body-bytes is",
            "MAX_BODY_BYTES) or a line of the properties file named by --config or",
            "EDGEWISE_CONFIG. Flags override the environment, which overrides the file.");
    // Misspelt flags are reported together with every other problem of the configuration.
    return command.setUnmatchedArgumentsAllowed(true);
  }

  private static OptionSpec.Builder flag(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .paramLabel(label)
        .description(description.replace("%", "%%"));
  }

  /** Reads the configuration from flags, environment and file. */
  static Configuration.Valid configuration(CommandSpec spec) {
    return configuration(spec, Map.of());
  }

  /** Like {@link #configuration(CommandSpec)}, with some flags replaced. */
  static Configuration.Valid configuration(CommandSpec spec, Map<String, String> changed) {
    Map<String, String> flags = new HashMap<>();
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.getValue() instanceof String text && SETTINGS.contains(option.longestName())) {
        flags.put(option.longestName(), text);
      }
    }
    for (String unknown : parsed.unmatched()) {
      flags.put(unknown.split("=", 2)[0], "");
    }
    flags.putAll(changed);
    return switch (ConfigurationReader.read(flags, System.getenv())) {
      case Configuration.Valid valid -> valid;
      case Configuration.Invalid(List<String> problems) -> throw new InvalidConfiguration(problems);
    };
  }
}
