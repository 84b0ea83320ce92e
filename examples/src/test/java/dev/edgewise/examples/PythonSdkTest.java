package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.SecureServer;
import dev.edgewise.server.testing.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python SDK against real servers: one open, one with TLS and keys. */
@Timeout(300)
class PythonSdkTest {

  @TempDir private Path folder;

  @Test
  void itsOwnTestsPass() throws Exception {
    String server = ServerProcess.shared().uri().toString();
    try (SecureServer secure = SecureServer.start(folder);
        Program tests =
            Program.python(
                Checkout.ROOT.resolve("sdk-python"),
                Map.of(
                    "EDGEWISE_URL", server,
                    "EDGEWISE_TEST_SECURE_URL", secure.uri().toString(),
                    "EDGEWISE_TEST_SECURE_TOKEN", secure.key(Scope.ADMIN),
                    "EDGEWISE_TEST_SECURE_CA_FILE", secure.authorityFile().toString()),
                "-W",
                "error",
                "-m",
                "unittest",
                "-v")) {
      assertThat(tests.exitCode()).as(tests.output()).isZero();
      assertThat(tests.output())
          .containsPattern("Ran [1-9]\\d* tests")
          .contains("\nOK")
          .doesNotContain("skipped");
    }
  }
}
