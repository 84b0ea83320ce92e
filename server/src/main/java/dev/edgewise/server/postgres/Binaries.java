package dev.edgewise.server.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked PostgreSQL programs of this build.
 *
 * @param folder the folder that holds {@code bin}, {@code lib} and {@code share}
 */
record Binaries(Path folder) {

  /** The included version of PostgreSQL, such as 18.6.0. */
  static final String VERSION = version();

  static final int MAJOR = Integer.parseInt(VERSION.substring(0, VERSION.indexOf('.')));

  /** Files for building other programs, and encodings that a UTF-8 cluster never uses. */
  private static final Pattern UNUSED =
      Pattern.compile(
          "lib/(pkgconfig/.*|.*\\.a|lib(ecpg|pgtypes).*"
              + "|postgresql/(pgxs/.*|utf8_and_.*|.*_and_.*\\.so|.*(plperl|plpython|pltcl).*))"
              + "|share/postgresql/extension/.*(plperl|plpython|pltcl).*");

  private static final String UNFINISHED = "unpacking-";

  /** Unpacks the programs below {@code parent}, unless an earlier start has done so. */
  static synchronized Binaries in(Path parent) throws IOException {
    Path folder = parent.resolve("bin-" + VERSION);
    if (!Files.isDirectory(folder)) {
      deleteAbandoned(parent);
      Path unfinished = parent.resolve(UNFINISHED + ProcessHandle.current().pid());
      try {
        createDirectories(unfinished);
        unpack(unfinished);
        // Flush the files before the rename, so that a crash cannot leave a complete folder with
        // missing files.
        Commands.run(List.of("sync", "-f", unfinished.toString()), parent, WaitLimits.SYNC);
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

  /** Deletes the incomplete folders of killed processes, which may have had the ID of this one. */
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
      // Another process may have unpacked the programs first.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      Folders.delete(unfinished);
    }
  }

  private static void unpack(Path target) throws IOException {
    try (InputStream unpacked = Platform.current().archive()) {
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
      throw new IOException("An entry of the archive is outside its folder: " + entry.name());
    }
    switch (entry.type()) {
      case DIRECTORY -> createDirectories(path);
      case SYMBOLIC_LINK -> {
        createDirectories(path.getParent());
        Files.createSymbolicLink(path, Path.of(entry.link()));
      }
      case FILE -> {
        createDirectories(path.getParent());
        Files.write(path, tar.content(entry));
        permit(path, entry.executable() ? "rwxr-xr-x" : "rw-r--r--");
      }
      case OTHER -> throw new IOException("Unexpected entry in the archive: " + entry.name());
    }
  }

  private static void createDirectories(@Nullable Path path) throws IOException {
    if (path != null && !Files.exists(path)) {
      createDirectories(path.getParent());
      Files.createDirectory(path);
      permit(path, "rwxr-xr-x");
    }
  }

  /** Sets permissions regardless of the umask, because another user may run the programs. */
  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
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
