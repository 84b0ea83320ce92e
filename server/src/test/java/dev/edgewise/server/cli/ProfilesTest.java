package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.SecureServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ProfilesTest {
  @TempDir static Path folder;

  private static SecureServer server;
  private static String key;
  private static Map<String, String> certificates;

  @BeforeAll
  static void open() throws IOException {
    server = SecureServer.needingClientCertificates(folder);
    server.authority().issue("operator").write(folder, "operator");
    key = server.key(Scope.READ);
    certificates =
        Map.of(
            "EDGEWISE_CA_FILE", server.authorityFile().toString(),
            "EDGEWISE_CERT_FILE", folder.resolve("operator.crt").toString(),
            "EDGEWISE_KEY_FILE", folder.resolve("operator.key").toString());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** Runs a command in a process, because profiles are found by the environment. */
  private static CommandRun run(Map<String, String> environment, String... arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(Arrays.asList(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new CommandRun(process.waitFor(), out, out);
  }

  @Test
  void aLoginIsKeptForItsOwnServerOnlyUntilTheLogout() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), key + "\n");
    String address = "--server=" + server.uri();
    CommandRun wrong = run(certificates, "login", "--profile=prod", address);
    assertThat(wrong.code()).as("no key").isEqualTo(1);
    assertThat(wrong.out()).contains("Not authenticated");

    assertThat(
            run(certificates, "login", "--profile=prod", address, "--token-file=" + file).printed())
        .contains("workspace default/default", "The profile prod is kept in")
        .doesNotContain(key);
    Path kept = folder.resolve("config/edgewise/profiles.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
    assertThat(run(Map.of(), "list", "--profile=prod").printed()).contains("No matches.");
    assertThat(run(Map.of(), "profiles").printed())
        .containsPattern("prod +" + server.uri() + " +yes")
        .doesNotContain(key);
    assertThat(run(certificates, "list", "--profile=prod", "--server=" + other()).out())
        .as("the key of another server is not sent")
        .contains("Not authenticated");
    assertThat(run(Map.of(), "list", "--profile=test").out()).contains("There is no profile test.");

    assertThat(run(Map.of(), "logout", "--profile=prod").printed()).contains("is forgotten");
    assertThat(run(Map.of(), "profiles").printed()).contains("There are no profiles.");
  }

  /** Another name of the same server. */
  private static String other() {
    return server.uri().toString().replace("localhost", "LOCALHOST");
  }
}
