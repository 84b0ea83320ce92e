package dev.edgewise.server.config;

import java.util.List;

/** The result of reading the configuration: valid settings, or the list of all problems. */
public sealed interface Configuration {

  /** Every name is known and every value is in range. */
  record Valid(Settings settings, List<EffectiveSetting> effective) implements Configuration {
    public Valid {
      effective = List.copyOf(effective);
    }
  }

  /** At least one problem; each is a sentence an operator can act on. */
  record Invalid(List<String> problems) implements Configuration {
    public Invalid {
      problems = List.copyOf(problems);
    }
  }
}
