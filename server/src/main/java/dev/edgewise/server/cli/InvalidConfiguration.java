package dev.edgewise.server.cli;

import java.util.List;

/** Thrown for an invalid configuration; the message lists all problems. */
final class InvalidConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidConfiguration(List<String> problems) {
    super(
        "The configuration has "
            + (problems.size() == 1 ? "a problem" : problems.size() + " problems")
            + ":\n  - "
            + String.join("\n  - ", problems)
            + "\n`edgewise serve --help` lists the settings.");
  }
}
