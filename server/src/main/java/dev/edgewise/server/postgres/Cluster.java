package dev.edgewise.server.postgres;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A PostgreSQL cluster on disk, with its password and port.
 *
 * @param folder the folder that holds the cluster, the password and the port
 */
record Cluster(Path folder) {

  static final String USER = "edgewise";
  static final String PASSWORD = "password";
  private static final String PORT = "port";
  private static final int PASSWORD_BYTES = 24;

  /** The error of initdb for a user without a name, as in many containers. */
  private static final String NAMELESS = "could not look up effective user ID";

  Path data() {
    return folder.resolve("data");
  }

  boolean exists() {
    return Files.exists(data().resolve("PG_VERSION"));
  }

  /** Fails if this build's PostgreSQL cannot read the cluster. */
  void checkVersion() throws IOException {
    if (!exists()) {
      return;
    }
    String found = Files.readString(data().resolve("PG_VERSION")).strip();
    if (!found.equals(Integer.toString(Binaries.MAJOR))) {
      throw new StartException(
          """
          The data folder %s was created by PostgreSQL %s, but this Edgewise includes PostgreSQL %d. \
          Use the Edgewise version that created it, move the data with pg_dump, or set another \
          folder with EDGEWISE_DATA_DIR.\
          """
              .formatted(folder.getParent(), found, Binaries.MAJOR));
    }
  }

  /** Creates the cluster under a temporary name and renames it when it is complete and flushed. */
  void create(Binaries binaries, ServerUser user) throws IOException {
    Path unfinished = folder.resolve("data.new");
    Folders.delete(unfinished);
    List<String> initdb =
        List.of(
            binaries.program("initdb"),
            "--pgdata=" + unfinished,
            "--username=" + USER,
            "--pwfile=" + folder.resolve(PASSWORD),
            "--auth=scram-sha-256",
            // The password is too long to guess, and more iterations would slow down each
            // connection.
            "--set=scram_iterations=1",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--sync-method=" + (Files.exists(Path.of("/proc")) ? "syncfs" : "fsync"),
            "--no-instructions");
    Commands.Result result = Commands.run(user.command(initdb), folder, WaitLimits.INITDB);
    if (result.output().contains(NAMELESS)) {
      result = Commands.run(ServerUser.NAMESPACED.command(initdb), folder, WaitLimits.INITDB);
      if (!result.succeeded()) {
        throw new StartException(
            """
            PostgreSQL needs a user with a name. Add user %d to /etc/passwd, or start Edgewise \
            as another user.\
            """
                .formatted(user.uid()));
      }
    }
    if (!result.succeeded()) {
      Folders.delete(unfinished);
      throw StartFailures.of(
          folder, "PostgreSQL could not create its data folder", result.output());
    }
    Files.move(unfinished, data(), StandardCopyOption.ATOMIC_MOVE);
    sync(folder);
  }

  /** Returns the password; generates it for a new folder. */
  String password() throws IOException {
    Path file = folder.resolve(PASSWORD);
    if (!Files.exists(file)) {
      if (exists()) {
        throw new StartException(
            "The password file of the database is missing. Restore " + file + ".");
      }
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      write(file, Base64.getUrlEncoder().withoutPadding().encodeToString(random), "rw-------");
    }
    return Files.readString(file).strip();
  }

  /** Returns the address of the most recent start. */
  Optional<PostgresAddress> lastAddress() throws IOException {
    if (!Files.exists(folder.resolve(PORT)) || !Files.exists(folder.resolve(PASSWORD))) {
      return Optional.empty();
    }
    int port = Integer.parseInt(Files.readString(folder.resolve(PORT)).strip());
    return Optional.of(PostgresAddress.of(port, password()));
  }

  /**
   * Returns the port of the most recent start if it is free, otherwise a new free port, which is
   * stored.
   */
  int port() throws IOException {
    Path file = folder.resolve(PORT);
    if (Files.exists(file)) {
      String last = Files.readString(file).strip();
      if (last.matches("\\d{1,5}") && isFree(Integer.parseInt(last))) {
        return Integer.parseInt(last);
      }
    }
    return newPort();
  }

  int newPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      write(folder.resolve(PORT), Integer.toString(port), "rw-r--r--");
      return port;
    }
  }

  /** Returns a name that is unique among the clusters of this machine. */
  String name() throws IOException {
    return "edgewise-%x-%x"
        .formatted(
            (long) Files.getAttribute(data(), "unix:dev"),
            (long) Files.getAttribute(data(), "unix:ino"));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  private void write(Path file, String content, String permissions) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(unfinished);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            Set.of(CREATE_NEW, WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)))) {
      channel.write(ByteBuffer.wrap((content + "\n").getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    sync(folder);
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder)) {
      channel.force(true);
    }
  }
}
