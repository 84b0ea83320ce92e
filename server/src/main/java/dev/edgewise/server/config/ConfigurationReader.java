package dev.edgewise.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Looks up every setting in the flags, the environment, the properties file and the defaults, and
 * checks all of them.
 */
public final class ConfigurationReader {

  /** Names shorter than this are too often close to a variable of another program. */
  private static final int ENVIRONMENT_HINT_MIN_CHARS = 7;

  private static final int ENVIRONMENT_HINT_MAX_EDITS = 2;

  /** Variables of other programs that are close to one of ours. */
  private static final Set<String> NO_MISTAKES = Set.of("SSL_CERT_FILE");

  private static final Set<String> NAMES =
      SettingCatalog.ALL.stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());

  private static final Set<String> FLAGS =
      SettingCatalog.ALL.stream().map(Setting::flag).collect(Collectors.toUnmodifiableSet());

  private final List<String> problems = new ArrayList<>();

  private ConfigurationReader() {}

  /**
   * Reads the configuration.
   *
   * @param flags values by name, in any spelling ({@code --port}, {@code port}, {@code PORT});
   *     {@code --config} names the properties file
   * @param environment the variables of the process; a name that is close to no setting is ignored
   */
  public static Configuration read(Map<String, String> flags, Map<String, String> environment) {
    return new ConfigurationReader().configuration(flags, environment);
  }

  private Configuration configuration(Map<String, String> flags, Map<String, String> environment) {
    Map<String, String> settingFlags = new TreeMap<>(flags);
    String file = settingFlags.remove(SettingCatalog.CONFIG_FLAG);
    if (file == null) {
      file = environment.getOrDefault(SettingCatalog.CONFIG_VARIABLE, "");
    }
    Map<Source, Map<String, String>> sources = new EnumMap<>(Source.class);
    sources.put(Source.FLAG, known(settingFlags, "unknown flag ", FLAGS));
    sources.put(Source.ENVIRONMENT, knownVariables(environment));
    sources.put(Source.FILE, known(properties(file), "unknown name in " + file + ": ", NAMES));
    List<EffectiveSetting> effective =
        SettingCatalog.ALL.stream().map(setting -> effective(setting, sources)).toList();
    var values = new SettingValues(effective);
    problems.addAll(values.problems());
    return problems.isEmpty()
        ? new Configuration.Valid(values.settings(), effective)
        : new Configuration.Invalid(problems);
  }

  private static EffectiveSetting effective(
      Setting<?> setting, Map<Source, Map<String, String>> sources) {
    for (var source : sources.entrySet()) {
      String text = source.getValue().get(setting.name());
      if (text != null) {
        return new EffectiveSetting(setting, text, source.getKey());
      }
    }
    return new EffectiveSetting(setting, setting.defaultText(), Source.DEFAULT);
  }

  /** The given names in their canonical spelling; unknown ones become problems. */
  private Map<String, String> known(
      Map<String, String> given, String complaint, Set<String> spellings) {
    Map<String, String> known = new HashMap<>();
    given.forEach((name, text) -> {
      String canonical = Setting.canonical(name);
      if (!NAMES.contains(canonical)) {
        problems.add(complaint + name + NearestName.hint(name, spellings));
      } else if (!text.isBlank()) {
        known.put(canonical, text.strip());
      }
    });
    return known;
  }

  /**
   * The environment variables that are settings; a name close to a setting's is reported as a
   * spelling mistake.
   */
  private Map<String, String> knownVariables(Map<String, String> environment) {
    Map<String, String> ours = new TreeMap<>(environment);
    ours.keySet().retainAll(NAMES);
    for (String name : new TreeMap<>(environment).keySet()) {
      if (name.length() >= ENVIRONMENT_HINT_MIN_CHARS
          && !NO_MISTAKES.contains(name)
          && !ours.containsKey(name)) {
        NearestName.within(ENVIRONMENT_HINT_MAX_EDITS, name, NAMES)
            .filter(meant -> !ours.containsKey(meant))
            .map(meant -> "unknown variable " + name + " (did you mean " + meant + "?)")
            .ifPresent(problems::add);
      }
    }
    return known(ours, "", NAMES);
  }

  private Map<String, String> properties(String file) {
    var properties = new Properties();
    if (!file.isBlank()) {
      try (var reader = Files.newBufferedReader(Path.of(file))) {
        properties.load(reader);
      } catch (NoSuchFileException e) {
        problems.add("configuration file " + file + " does not exist");
      } catch (IOException | IllegalArgumentException e) {
        problems.add("configuration file " + file + " cannot be read: " + e);
      }
    }
    Map<String, String> texts = new TreeMap<>();
    properties.forEach((name, text) -> texts.put(name.toString(), text.toString()));
    return texts;
  }
}
