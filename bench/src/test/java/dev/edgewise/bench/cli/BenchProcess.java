package dev.edgewise.bench.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/** The bench in its own process, as the launcher starts it. */
final class BenchProcess {

  private BenchProcess() {}

  /**
   * Starts it.
   *
   * @param folder gets its temporary files
   * @param output gets everything that it prints
   */
  static Process start(Path folder, Redirect output, String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.command().addAll(List.of(arguments));
    return builder.redirectErrorStream(true).redirectOutput(output).start();
  }
}
