package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.SecureServer;
import dev.edgewise.server.testing.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the TypeScript SDK against real servers: one open, one with TLS and keys. */
@Timeout(600)
class TypeScriptSdkTest {

  private static final Path SDK = Checkout.ROOT.resolve("sdk-typescript");
  private static final Path JAR = Checkout.ROOT.resolve("server/target/edgewise.jar");

  @TempDir private Path folder;

  @Test
  void itsOwnTestsPass() throws Exception {
    try (Program install = Program.npm(SDK, Map.of(), "ci", "--no-audit", "--no-fund")) {
      assertThat(install.exitCode()).as(install.output()).isZero();
    }
    String server = ServerProcess.shared().uri().toString();
    try (SecureServer secure = SecureServer.start(folder);
        Program tests =
            Program.npm(
                SDK,
                Map.of(
                    "EDGEWISE_TEST_URL", server,
                    "EDGEWISE_TEST_JAR", JAR.toString(),
                    "JAVA_HOME", System.getProperty("java.home"),
                    "EDGEWISE_TEST_SECURE_URL", secure.uri().toString(),
                    "EDGEWISE_TEST_SECURE_TOKEN", secure.key(Scope.ADMIN),
                    "NODE_EXTRA_CA_CERTS", secure.authorityFile().toString()),
                "test")) {
      assertThat(tests.exitCode()).as(tests.output()).isZero();
      // Only the test that starts the jar needs more than the classes of the server.
      int skipped = Files.exists(JAR) ? 0 : 1;
      assertThat(tests.output())
          .containsPattern("pass [1-9]\\d*")
          .contains("fail 0", "cancelled 0", "skipped " + skipped);
    }
  }
}
