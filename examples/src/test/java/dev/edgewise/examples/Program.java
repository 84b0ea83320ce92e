package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An example in a process of its own. */
final class Program implements AutoCloseable {

  private static final int PATIENCE_SECS = 240;
  private static final String PYTHON_CHECK = "import sys; sys.exit(sys.version_info < (3, 11))";
  private static final String NODE_CHECK =
      """
      const [major, minor] = process.versions.node.split(".").map(Number);
      process.exit(major > 20 || (major === 20 && minor >= 9) ? 0 : 1);
      """;

  private final Process process;
  private final Path output;

  private Program(List<String> command, Path folder, Map<String, String> environment)
      throws IOException {
    output = Files.createTempFile("edgewise-example-", ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    process =
        builder
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  static Program java(Class<?> main, String... arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>(List.of(java, "-cp", classPath, main.getName()));
    command.addAll(List.of(arguments));
    return new Program(command, Checkout.ROOT, Map.of());
  }

  /** A run of the Python on the PATH with our package; skips the test where there is none. */
  static Program python(Path folder, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    requirePython();
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    Map<String, String> all = new HashMap<>(environment);
    all.put("PYTHONPATH", Checkout.ROOT.resolve("sdk-python").toString());
    all.put("PYTHONDONTWRITEBYTECODE", "1");
    return new Program(command, folder, all);
  }

  /** A run of the npm on the PATH; skips the test where there is none, or only an old Node.js. */
  static Program npm(Path folder, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    require(
        "node, 20.9 or newer, and npm",
        succeeds("node", "-e", NODE_CHECK) && succeeds("npm", "--version"));
    List<String> command = new ArrayList<>(List.of("npm"));
    command.addAll(List.of(arguments));
    return new Program(command, folder, environment);
  }

  private static void requirePython() throws InterruptedException {
    require("python3, 3.11 or newer,", succeeds("python3", "-c", PYTHON_CHECK));
  }

  /** Fails in CI, and skips the test elsewhere, unless the tool is there. */
  private static void require(String tool, boolean there) {
    if ("true".equals(System.getenv("CI"))) {
      assertThat(there).as(tool + " on the PATH").isTrue();
    }
    assumeTrue(there, "skipped: there is no " + tool + " on the PATH");
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until the program ends and returns its exit code. */
  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE_SECS, TimeUnit.SECONDS)).as(output()).isTrue();
    return process.exitValue();
  }

  /** Sends SIGTERM, as a service manager would. */
  void terminate() {
    process.destroy();
  }

  String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(output);
  }
}
