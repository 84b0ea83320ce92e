package dev.edgewise.server.cli.remote.access;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Asks the user for a secret, or reads it from the standard input. */
final class Prompt {
  private Prompt() {}

  @SuppressWarnings("SystemConsoleNull") // Java 25 is back to null where there is no terminal.
  static String secret(String question) throws IOException {
    Console console = System.console();
    if (console != null && console.isTerminal()) {
      char[] typed = console.readPassword("%s", question);
      return typed == null ? "" : new String(typed);
    }
    return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
