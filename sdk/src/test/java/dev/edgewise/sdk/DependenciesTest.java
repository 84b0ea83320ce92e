package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** Keeps the SDK on the JDK and the wire records alone. */
class DependenciesTest {

  @Test
  void theSdkNeedsOnlyTheApiRecordsAndTheJdk() throws Exception {
    Path classes =
        Path.of(Worker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var out = new StringWriter();
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    jdeps.run(new PrintWriter(out), new PrintWriter(out), "-verbose:package", classes.toString());

    assertThat(
            out.toString()
                .lines()
                .filter(line -> line.startsWith("   ") && line.contains("->"))
                .map(line -> line.replaceFirst(".*-> ", "").strip().split(" ", -1)[0])
                .distinct())
        .contains("dev.edgewise.api", "java.net.http")
        .allMatch(name ->
            name.startsWith("java.")
                || name.equals("javax.net.ssl")
                || name.startsWith("dev.edgewise.sdk")
                || name.equals("dev.edgewise.api")
                || name.equals("org.jspecify.annotations"));
  }
}
