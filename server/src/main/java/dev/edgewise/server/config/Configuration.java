package dev.edgewise.server.config;

import java.util.List;

/** What reading the sources gave: settings, or every problem at once. */
public sealed interface Configuration {

  /** All names known, all values in range. */
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
