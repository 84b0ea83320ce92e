package dev.edgewise.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server runs, and stops with its Edgewise, with any set of system tools. */
class ServerUserTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir static Path programs;
  @TempDir Path folder;
  @TempDir Path tools;

  @BeforeEach
  void anyUserMayEnter() throws IOException {
    for (Path each : new Path[] {programs, folder}) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void withoutNamespacesRootStepsDownToNobodyAndStaysThere() throws Exception {
    try (ChildServer child = start("true", "setsid", "setpriv")) {
      assertThat(child.rows()).isEqualTo(1);
      assertThat(owner()).isEqualTo(isRoot() ? 65534 : selfUid());
      assertStopsWith(child);
    }
    try (ChildServer child = start("true", "setsid", "setpriv", "unshare")) {
      assertThat(child.rows()).isEqualTo(2);
    }
  }

  @Test
  void aClusterThatRootOwnsMovesToASystemWithoutNamespaces() throws Exception {
    try (ChildServer child = start("true", "setsid", "setpriv", "unshare")) {
      assertThat(child.rows()).isEqualTo(1);
      assertThat(owner()).isEqualTo(selfUid());
    }
    try (ChildServer child = start("true", "setsid", "setpriv")) {
      assertThat(child.rows()).isEqualTo(2);
    }
  }

  @Test
  void withoutSetprivAWatchdogStopsTheServer() throws Exception {
    try (ChildServer child = start("true", "chroot")) {
      assertThat(child.rows()).isEqualTo(1);
      assertStopsWith(child);
    }
  }

  @Test
  void rootWithoutAnyToolIsToldWhatToInstall() throws Exception {
    assumeTrue(isRoot(), "only root has to step down");
    try (ChildServer child = start("true")) {
      assertThat(child.report()).startsWith("refused PostgreSQL does not run as root");
      assertThat(child.report()).contains("install util-linux");
    }
  }

  private void assertStopsWith(ChildServer child) throws InterruptedException {
    ProcessHandle server = ProcessHandle.of(child.serverPid()).orElseThrow();
    child.kill();
    await().atMost(LIMIT).until(() -> !server.isAlive());
  }

  private ChildServer start(String... names) throws IOException {
    try (Stream<Path> old = Files.list(tools)) {
      for (Path tool : old.toList()) {
        Files.delete(tool);
      }
    }
    for (String name : names) {
      Path tool =
          Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")
              .map(directory -> Path.of(directory, name))
              .filter(Files::isExecutable)
              .findFirst()
              .orElse(null);
      assumeTrue(tool != null, name + " is not installed");
      Files.createSymbolicLink(tools.resolve(name), tool);
    }
    return ChildServer.start(
        ChildServer.command(folder, programs), Map.of("PATH", tools.toString()));
  }

  private int owner() throws IOException {
    return (int) Files.getAttribute(folder.resolve("data"), "unix:uid");
  }

  private int selfUid() throws IOException {
    return (int) Files.getAttribute(tools, "unix:uid");
  }

  private boolean isRoot() throws IOException {
    return selfUid() == 0;
  }
}
