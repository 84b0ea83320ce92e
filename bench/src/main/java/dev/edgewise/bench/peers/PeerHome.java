package dev.edgewise.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where the programs of the peers and their libraries are.
 *
 * @param folder made by the build of the module {@code bench-peers}
 * @param npm the program that installs packages for Node.js
 */
public record PeerHome(Path folder, String npm) {

  private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]+)\"");

  /** How a peer is started, or why it is not. */
  public sealed interface Launch {

    /** A command that starts it. */
    record Ready(List<String> command, String version) implements Launch {}

    /** Something is missing. */
    record Skipped(String reason) implements Launch {}
  }

  /** Prepares a peer, installing what it needs where it is a program for Node.js. */
  public Launch launch(Peer peer) {
    if (!Files.isDirectory(folder.resolve("lib"))) {
      return new Launch.Skipped("its libraries are not there: ./edgewise bench peers builds them");
    }
    return switch (peer.platform()) {
      case JVM -> new Launch.Ready(javaCommand(peer), jarVersion(peer));
      case NODE -> node(peer);
    };
  }

  private List<String> javaCommand(Peer peer) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        folder.resolve("edgewise-bench-peers.jar")
            + File.pathSeparator
            + folder.resolve("lib").resolve("*"),
        "dev.edgewise.peers.Main",
        peer.toString());
  }

  private String jarVersion(Peer peer) {
    Pattern jar = Pattern.compile(Pattern.quote(peer.artifact()) + "-(\\d.*)\\.jar");
    try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
      return jars.map(file -> jar.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .findFirst()
          .orElse("?");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Launch node(Peer peer) {
    Path scripts = folder.resolve("node");
    String problem = install(scripts);
    if (!problem.isEmpty()) {
      return new Launch.Skipped(problem);
    }
    Path packages = scripts.resolve("node_modules");
    Path description = packages.resolve(peer.artifact() + "/package.json");
    if (!Files.exists(description)) {
      return new Launch.Skipped("npm has no " + peer.artifact() + " for this machine");
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(description, UTF_8));
      return new Launch.Ready(
          List.of(
              packages.resolve(".bin/node").toString(), scripts.resolve(peer + ".mjs").toString()),
          version.find() ? version.group(1) : "?");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets npm install exactly the locked versions once; says what is wrong, or nothing. */
  private String install(Path scripts) {
    Path installed = scripts.resolve("node_modules/.package-lock.json");
    try {
      if (Files.exists(installed)
          && Files.getLastModifiedTime(installed)
                  .compareTo(Files.getLastModifiedTime(scripts.resolve("package-lock.json")))
              >= 0) {
        return "";
      }
      Process installing =
          new ProcessBuilder(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(scripts.toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(installing.getInputStream().readAllBytes(), UTF_8);
      return installing.waitFor() == 0 ? "" : "npm could not install it: " + said.strip();
    } catch (IOException e) {
      return "it needs Node.js with npm (https://nodejs.org, or apt install npm)";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
