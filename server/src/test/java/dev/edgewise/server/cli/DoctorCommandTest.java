package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();

  private int examine(String... flags) {
    List<String> arguments =
        Stream.concat(
                Stream.of("doctor", "--port=0", "--edgewise-data-dir=" + folder.resolve("data")),
                Stream.of(flags))
            .toList();
    return Main.commandLine()
        .setOverwrittenOptionsAllowed(true)
        .setOut(new PrintWriter(out))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void aFitMachineHasNoFailureAndIsNotChanged() {
    assertThat(examine()).isZero();
    assertThat(out.toString())
        .containsPattern("ok    java +Java 2\\d")
        .containsPattern("(ok|warn)  +memory")
        .containsPattern("(ok|warn)  +open files")
        .containsPattern("ok    clock +it shows 20")
        .containsPattern("(ok|warn)  +data folder")
        .containsPattern("(ok|warn)  +disk space +.*MiB")
        .containsPattern("ok    database +PostgreSQL 18[.0-9]+ is included\n")
        .containsPattern("ok    address +127.0.0.1, on any free port\n")
        .containsPattern("ok    host url +unset: receivers on this machine");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aTakenPortFails() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(examine("--port=" + taken.getLocalPort())).isEqualTo(1);
      assertThat(out.toString())
          .containsPattern("fail  address +127.0.0.1, port " + taken.getLocalPort() + " cannot be");
    }
  }

  @Test
  void aFileWhereTheDataFolderShouldBeFails() throws Exception {
    Files.createFile(folder.resolve("data"));

    assertThat(examine()).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("fail  data folder +.*/data is not a folder: choose another");
  }

  @Test
  void aFolderOfAnotherPostgresFails() throws Exception {
    Path cluster = Files.createDirectories(folder.resolve("data/pg/data"));
    Files.writeString(cluster.resolve("PG_VERSION"), "12\n");

    assertThat(examine()).isEqualTo(1);
    assertThat(out.toString()).containsPattern("fail  database +The data folder .*PostgreSQL 12");
  }

  @Test
  void aDatabaseThatAnswersIsFineAndTheFolderDoesNotMatter() {
    try (TestDatabase database = TestDatabase.openEmpty()) {
      examine("--database-url=" + database.jdbcUrl());
    }
    assertThat(out.toString())
        .containsPattern("(ok|warn)  +database +PostgreSQL at .*")
        .doesNotContain("fail")
        .doesNotContain("data folder");
  }

  @Test
  void aDatabaseThatDoesNotAnswerFailsWithoutItsPassword() throws Exception {
    int port;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }

    assertThat(examine("--database-url=postgres://me:hunter2@127.0.0.1:" + port + "/edgewise"))
        .isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("fail  database +PostgreSQL at 127.0.0.1:" + port + "/edgewise cannot be")
        .doesNotContain("hunter2");
  }

  @Test
  void aHostUrlThatReceiversCannotUseIsAWarning() {
    assertThat(examine("--bind-address=0.0.0.0")).isZero();
    assertThat(examine("--bind-address=0.0.0.0", "--host-url=http://localhost:8085")).isZero();
    assertThat(examine("--host-url=http://no-such-host.invalid")).isZero();
    assertThat(out.toString())
        .containsPattern("warn  host url +unset: receivers on other machines")
        .containsPattern("warn  host url +http://localhost:8085 makes receivers")
        .containsPattern("warn  host url +http://no-such-host.invalid names a host");
  }

  @Test
  void jsonOutputIsAnArrayOfChecks() {
    assertThat(examine("--json")).isZero();
    assertThat(out.toString())
        .startsWith("[{\"grade\":\"ok\",\"subject\":\"java\",\"text\":\"Java ")
        .endsWith("}]\n");
  }
}
