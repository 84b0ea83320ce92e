package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.ServerProcess;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the tests of the Python SDK against a real server. */
@Timeout(300)
class PythonSdkTest {

  @Test
  void itsOwnTestsPass() throws Exception {
    String server = ServerProcess.shared().uri().toString();
    try (Program tests =
        Program.python(
            Checkout.ROOT.resolve("sdk-python"),
            Map.of("EDGEWISE_URL", server),
            "-W",
            "error",
            "-m",
            "unittest",
            "-v")) {
      assertThat(tests.exitCode()).as(tests.output()).isZero();
      assertThat(tests.output()).containsPattern("Ran [1-9]\\d* tests").contains("\nOK");
    }
  }
}
