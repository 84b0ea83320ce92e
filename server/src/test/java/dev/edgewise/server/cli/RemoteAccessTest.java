package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.SecureServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that call a server with TLS, client certificates and keys. */
@Timeout(120)
class RemoteAccessTest {
  @TempDir private static Path folder;
  private static SecureServer server;
  private static String reader;
  private static String authority;

  @BeforeAll
  static void open() throws IOException {
    server = SecureServer.needingClientCertificates(folder);
    authority = server.authorityFile().toString();
    server.authority().issue("operator").write(folder, "operator");
    reader = server.key(Scope.READ);
    Files.writeString(folder.resolve("reader"), reader + "\n");
    Files.writeString(folder.resolve("admin"), server.key(Scope.ADMIN));
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {}

  private static Ran run(String command, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    List<String> all = new ArrayList<>(List.of(command, "--server", server.uri().toString()));
    all.addAll(List.of(arguments));
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(all.toArray(String[]::new));
    return new Ran(code, out.toString(), err.toString());
  }

  private static String[] known(String token, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--ca-file", authority,
                "--cert-file", folder.resolve("operator.crt").toString(),
                "--key-file", folder.resolve("operator.key").toString()));
    if (!token.isEmpty()) {
      arguments.addAll(List.of("--token-file", folder.resolve(token).toString()));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void aKeyACertificateAndAnAuthorityOpenTheServer() {
    Ran ran = run("list", known("reader", "--header", "X-Team: blue"));
    assertThat(ran.err).isEmpty();
    assertThat(ran.out).contains("No matches.");
  }

  @Test
  void aServerThatIsNotTrustedIsNotAsked() {
    assertThat(run("list").err)
        .startsWith("No secure connection to https://localhost")
        .contains("--ca-file");
  }

  @Test
  void aMissingCertificateAKeyAndAScopeAreAskedFor() {
    assertThat(run("list", "--ca-file", authority).err)
        .contains("Client certificate required")
        .contains("--cert-file");
    assertThat(run("list", known("")).err)
        .startsWith("Not authenticated: ")
        .contains("Set EDGEWISE_TOKEN, or --token-file,");
    Ran ran = run("rerun", known("reader", "00000000-0000-7000-8000-000000000000"));
    assertThat(ran.code).isEqualTo(1);
    assertThat(ran.err)
        .contains("The request needs the scope operate. `edgewise key create --scopes`")
        .doesNotContain(reader);
  }

  @Test
  void anAdministratorChoosesTheWorkspace() {
    assertThat(run("list", known("admin", "--workspace", "acme/blue")).err)
        .contains("There is no workspace of the name in X-Workspace.");
    assertThat(run("list", known("admin", "--workspace", "default/default")).code).isZero();
  }

  @Test
  void tokensInArgumentsAndMalformedHeadersAreRefused() throws Exception {
    assertThat(run("list", known("", "--header", "authorization: Bearer " + reader)).err)
        .startsWith("Put the token into EDGEWISE_TOKEN")
        .doesNotContain(reader);
    assertThat(run("list", known("", "--header", "X Team")).err).contains("malformed");
    Files.writeString(folder.resolve("broken"), "ew_secret\nkey");
    assertThat(run("list", known("broken")).err)
        .isEqualToIgnoringNewLines("The token contains a character that no key or JWT contains.");
  }

  @Test
  void theEnvironmentCanNameAllOfIt() throws Exception {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "list")
            .redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "EDGEWISE_URL", server.uri().toString(),
                "EDGEWISE_TOKEN", reader,
                "EDGEWISE_CA_FILE", authority,
                "EDGEWISE_CERT_FILE", folder.resolve("operator.crt").toString(),
                "EDGEWISE_KEY_FILE", folder.resolve("operator.key").toString()));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("No matches.");
  }
}
