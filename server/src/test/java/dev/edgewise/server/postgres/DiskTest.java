package dev.edgewise.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full or cannot be written ends the start with a sentence that says so. */
class DiskTest {

  private static final List<String> OWN_MOUNTS =
      List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");

  @TempDir Path disk;

  @BeforeAll
  static void aDiskOfOurOwn() {
    assumeTrue(
        Commands.run(command("mount -t tmpfs none /mnt"), Path.of("/"), WaitLimits.PROBE)
            .succeeded(),
        "this system does not allow mounting a small disk in a user namespace");
  }

  @Test
  void aDiskTooSmallForTheProgramsIsFull() throws Exception {
    assertThat(reportOn("mount -t tmpfs -o size=20m none \"$0\"", disk))
        .isEqualTo("refused " + full());
  }

  @Test
  void aDiskTooSmallForTheClusterIsFull() throws Exception {
    assertThat(reportOn("mount -t tmpfs -o size=20m none \"$0\"", ChildServer.PROGRAMS))
        .isEqualTo("refused " + full());
  }

  @Test
  void aDiskThatFilledUpLaterIsFull() throws Exception {
    String fillAfterFirstStart =
        """
        mount -t tmpfs -o size=80m none "$0"
        "$@" </dev/null >/dev/null
        cat /dev/zero >"$0/filler" 2>/dev/null\
        """;
    assertThat(reportOn(fillAfterFirstStart, ChildServer.PROGRAMS)).isEqualTo("refused " + full());
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws Exception {
    assertThat(reportOn("mount -t tmpfs -o ro none \"$0\"", ChildServer.PROGRAMS))
        .startsWith("refused The data folder " + folder() + " is not writable")
        .contains("EDGEWISE_DATA_DIR");
  }

  private String reportOn(String preparation, Path programs)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(command(preparation + "\nexec \"$@\""));
    command.add(disk.toString());
    command.addAll(ChildServer.command(folder(), programs));
    try (ChildServer child = ChildServer.start(command, Map.of())) {
      return child.report();
    }
  }

  private Path folder() {
    return disk.resolve("data/pg");
  }

  private String full() {
    return "The disk that holds " + folder() + " is full. Free some space and start again.";
  }

  private static List<String> command(String script) {
    List<String> command = new ArrayList<>(OWN_MOUNTS);
    command.add(script);
    return command;
  }
}
