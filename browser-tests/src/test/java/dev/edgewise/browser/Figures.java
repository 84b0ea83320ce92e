package dev.edgewise.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tests have measured, a file for each in {@code target/figures}. */
final class Figures {
  private static final Path FOLDER = Path.of("target", "figures");

  private Figures() {}

  static void note(String name, String sentence) throws IOException {
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve(name + ".txt"), sentence + "\n");
  }
}
