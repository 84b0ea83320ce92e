package dev.edgewise.server.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a copy of the launcher, with shell scripts in place of Java and Maven.
 *
 * <p>The copy requires Java 99, so that it uses no Java of the machine.
 */
class LauncherTest {

  /** Prints its own name and arguments, and writes a cache if an argument asks for one. */
  private static final String ECHO_ARGUMENTS =
      """
      #!/bin/sh
      printf '%s\\n' "$0" "$@"
      for argument; do
        case $argument in
          -XX:AOTCacheOutput=*) echo cache >"${argument#*=}" ;;
        esac
        [ "${before:-}" != --client ] || echo cache >"$argument"
        before=$argument
      done
      """;

  private static final String BUILD =
      """
      #!/bin/sh
      echo "$@" >>builds
      : >server/target/edgewise.jar
      """;

  @TempDir Path temp;
  private Path checkout;
  private Path home;
  private Path programs;

  @BeforeEach
  void copyLauncher() throws IOException {
    checkout = Files.createDirectory(temp.resolve("check out"));
    home = Files.createDirectory(temp.resolve("home"));
    programs = Files.createDirectory(temp.resolve("programs"));
    String launcher = Repository.text(Repository.ROOT.resolve("edgewise"));
    assertThat(launcher).contains("\noldest=25\n");
    script(checkout.resolve("edgewise"), launcher.replace("\noldest=25\n", "\noldest=99\n"));
    script(checkout.resolve("mvnw"), BUILD);
    Instant longAgo = Instant.now().minusSeconds(3600);
    date(Files.createFile(checkout.resolve("pom.xml")), longAgo);
    for (String module : List.of("core", "api", "server")) {
      date(Files.createDirectories(checkout.resolve(module + "/src/main")), longAgo);
      date(Files.createFile(checkout.resolve(module + "/pom.xml")), longAgo);
    }
  }

  @Test
  void withoutJavaOneSentenceSaysWhatToInstall() throws Exception {
    builtJar();

    Ended ended = launch(temp.resolve("no-java"));

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output())
        .isEqualTo(
            "edgewise: running needs Java 99 or newer: install it (https://adoptium.net has it) or"
                + " point JAVA_HOME to it\n");
  }

  @Test
  void anOlderJavaHomeIsPassedOver() throws Exception {
    builtJar();
    Path older = jdk("older", "98.0.2");
    Path suitable = jdk("home/.jdks/suitable", "99.0.1");

    assertThat(launch(older).output()).startsWith(suitable + "/bin/java\n");
  }

  @Test
  void earlyAccessVersionsCount() throws Exception {
    builtJar();
    Path early = jdk("early", "100-ea");

    assertThat(launch(early).output()).startsWith(early + "/bin/java\n");
  }

  @Test
  void argumentsPassThroughAsTheyAre() throws Exception {
    builtJar();
    Path java = jdk("java", "99");

    Ended ended = launch(java, "submit", "two words", "", "*", "$HOME");

    assertThat(ended.output()).endsWith("submit\ntwo words\n\n*\n$HOME\n");
  }

  @Test
  void aLinkToTheLauncherWorksFromAnywhere() throws Exception {
    builtJar();
    Path java = jdk("java", "99");
    Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("check out/edgewise"));

    assertThat(ended(process(link, java)).output()).contains(checkout + "/server/target/");
  }

  @Test
  void theJarIsBuiltOnceAndAgainAfterAChange() throws Exception {
    Path java = jdk("java", "99");
    Path source = checkout.resolve("core/src/main");

    assertThat(launch(java).output()).startsWith("edgewise: building the jar for the first time");
    assertThat(launch(java).output()).doesNotContain("building");
    date(source, Instant.now().plusSeconds(60));
    assertThat(launch(java).output()).startsWith("edgewise: building the jar because its sources");

    assertThat(Files.readAllLines(checkout.resolve("builds"))).hasSize(2);
  }

  @Test
  void theBenchHasItsOwnJarAndGetsTheOptionsOfServers() throws Exception {
    Path java = jdk("java", "99");
    Files.createDirectories(checkout.resolve("bench/src/main"));
    Files.createFile(checkout.resolve("bench/pom.xml"));
    Path target = Files.createDirectories(checkout.resolve("bench/target"));
    script(checkout.resolve("mvnw"), BUILD + ": >bench/target/edgewise-bench.jar\n");

    Ended ended = launch(java, "bench", "run", "--rounds", "1");

    assertThat(ended.output())
        .endsWith(target + "/edgewise-bench.jar\ndev.edgewise.bench.cli.Main\nrun\n--rounds\n1\n")
        .containsPattern(
            "bench.options=(?s:.*)-XX:GCTimeRatio=1\n(?s:.*)-XX:AOTCache=.*\\d+\\.aot\n")
        .contains("\n-cp\n" + checkout + "/server/target/edgewise.jar:");
    assertThat(Files.readAllLines(checkout.resolve("builds")))
        .singleElement()
        .asString()
        .contains("-pl bench ");
  }

  @Test
  void aServerStartsFromTheCacheThatBelongsToItsJar() throws Exception {
    Path java = jdk("java", "99");

    Ended built = launch(java, "serve");
    assertThat(built.output())
        .contains("edgewise: rehearsing a start, to make the next ones faster ...\n")
        .contains("\n-XX:+ExitOnOutOfMemoryError\n")
        .containsPattern("-XX:AOTCache=.*/server/target/\\d+\\.aot\n");
    assertThat(launch(java, "list").output())
        .containsPattern("-XX:AOTCache=.*/server/target/\\d+\\.client\\.aot\n")
        .doesNotContain("GCTimeRatio");

    Files.writeString(checkout.resolve("server/target/edgewise.jar"), "another jar");
    assertThat(launch(java, "serve").output()).doesNotContain("building", "AOTCache");
  }

  @Test
  void aJarThatMavenBuiltGetsItsCacheOnce() throws Exception {
    builtJar();
    Path java = jdk("java", "99");

    assertThat(launch(java, "--rehearse").output()).contains("rehearsing");
    assertThat(launch(java, "--rehearse").output()).isEmpty();
    assertThat(launch(java, "serve").output())
        .contains("AOTCache", "GCTimeRatio")
        .doesNotContain("rehearsing");
  }

  @Test
  void twoProcessorsGetTheSerialCollectorUnlessTheUserNamesAnother() throws Exception {
    builtJar();
    Path java = jdk("java", "99");

    processors(2);
    assertThat(launch(java, "serve").output()).contains("-Djdk.pollerMode=1\n-XX:+UseSerialGC\n");
    assertThat(ended(process("JAVA_TOOL_OPTIONS", "-Xmx1g -XX:+UseZGC", java, "serve")).output())
        .doesNotContain("UseSerialGC");

    processors(3);
    assertThat(launch(java, "serve").output()).doesNotContain("UseSerialGC", "pollerMode");
  }

  /** Makes getconf report this number of processors. */
  private void processors(int count) throws IOException {
    script(programs.resolve("getconf"), "#!/bin/sh\necho " + count + "\n");
  }

  @Test
  void aSecondBuildWithinTenMinutesSkipsTheRehearsal() throws Exception {
    Path java = jdk("java", "99");

    assertThat(launch(java).output()).contains("rehearsing");
    date(checkout.resolve("core/src/main"), Instant.now().plusSeconds(60));
    assertThat(launch(java).output()).contains("building").doesNotContain("rehearsing");
  }

  @Test
  void aFailedBuildShowsTheEndOfItsLog() throws Exception {
    script(checkout.resolve("mvnw"), "#!/bin/sh\nseq 1 100\necho no such thing\nexit 1\n");

    Ended ended = launch(jdk("java", "99"));

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output())
        .contains("\n99\n100\nno such thing\nedgewise: the build failed; the whole log is in ")
        .doesNotContain("\n50\n");
    assertThat(checkout.resolve("server/target/build.lock")).doesNotExist();
  }

  @Test
  void aRuntimeSufficesToRunButNotToBuild() throws Exception {
    Path runtime = jdk("runtime", "99");
    Files.delete(runtime.resolve("bin/javac"));

    Ended refused = launch(runtime);
    builtJar();

    assertThat(refused.output()).startsWith("edgewise: building needs a JDK 99 or newer");
    assertThat(launch(runtime).code()).isZero();
  }

  @Test
  void launchersThatStartTogetherBuildOnce() throws Exception {
    Path java = jdk("java", "99");

    Process first = process(checkout.resolve("edgewise"), java);
    Process second = process(checkout.resolve("edgewise"), java);

    assertThat(ended(first).code()).isZero();
    assertThat(ended(second).code()).isZero();
    assertThat(Files.readAllLines(checkout.resolve("builds"))).hasSize(1);
  }

  @Test
  void signalsReachTheJava() throws Exception {
    builtJar();
    Path java = jdk("java", "99");
    script(
        java.resolve("bin/java"),
        """
        #!/bin/sh
        trap 'echo stopped; exit 42' TERM
        echo started
        while :; do read -r line; done
        """);

    Process process = process(checkout.resolve("edgewise"), java);
    var output = process.inputReader(UTF_8);
    assertThat(output.readLine()).isEqualTo("started");
    process.toHandle().destroy();
    process.getOutputStream().close();

    assertThat(output.readLine()).isEqualTo("stopped");
    assertThat(ended(process).code()).isEqualTo(42);
  }

  private void builtJar() throws IOException {
    Path target = Files.createDirectories(checkout.resolve("server/target"));
    Files.createFile(target.resolve("edgewise.jar"));
  }

  private static void date(Path file, Instant time) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private Path jdk(String folder, String version) throws IOException {
    Path jdk = temp.resolve(folder);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(jdk.resolve("bin/java"), ECHO_ARGUMENTS);
    script(jdk.resolve("bin/javac"), ECHO_ARGUMENTS);
    return jdk;
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ended launch(Path javaHome, String... arguments) throws Exception {
    return ended(process(checkout.resolve("edgewise"), javaHome, arguments));
  }

  private Process process(Path launcher, Path javaHome, String... arguments) throws IOException {
    return builder(launcher, javaHome, arguments).start();
  }

  private Process process(String variable, String value, Path javaHome, String... arguments)
      throws IOException {
    ProcessBuilder builder = builder(checkout.resolve("edgewise"), javaHome, arguments);
    builder.environment().put(variable, value);
    return builder.start();
  }

  private ProcessBuilder builder(Path launcher, Path javaHome, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(List.of(arguments));
    builder.directory(temp.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", programs + ":/usr/bin:/bin");
    builder.environment().put("HOME", home.toString());
    builder.environment().put("JAVA_HOME", javaHome.toString());
    return builder;
  }

  private static Ended ended(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  /** How a launcher ended: its exit code, and what it printed on both streams. */
  private record Ended(int code, String output) {}
}
