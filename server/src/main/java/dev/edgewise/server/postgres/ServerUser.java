package dev.edgewise.server.postgres;

import com.sun.security.auth.module.UnixSystem;
import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so root must change to another
 * user.
 *
 * @param prefix the command that changes the user and then executes the command after it
 * @param uid the owner of the cluster's files
 * @param gid the group of the cluster's files
 */
record ServerUser(List<String> prefix, int uid, int gid) {

  private static final Logger log = LoggerFactory.getLogger(ServerUser.class);
  private static final UnixSystem SELF = new UnixSystem();
  private static final int ROOT = 0;

  /** The user and group nobody of common systems. */
  private static final int NOBODY = 65534;

  /** This user in a user namespace, where it appears as nobody but still owns its files. */
  static final ServerUser NAMESPACED = self(List.of("unshare", "--user"));

  /**
   * Returns the first user change that works on this machine, and gives the cluster's files to that
   * user.
   */
  static ServerUser choose(Binaries binaries, Cluster cluster) throws IOException {
    if (SELF.getUid() != ROOT) {
      return self(List.of());
    }
    for (ServerUser candidate : candidates(cluster.data())) {
      if (candidate.canRun(binaries, cluster.folder())) {
        candidate.own(cluster);
        return candidate;
      }
    }
    throw new StartException(noUserMessage(cluster));
  }

  /** Whether this process is not root, or can change to another user. */
  static boolean canStepDown(Cluster cluster) throws IOException {
    return new UnixSystem().getUid() != ROOT
        || candidates(cluster.data()).stream()
            .map(candidate -> candidate.command(List.of("true")))
            .anyMatch(command -> Commands.run(command, Path.of("/"), WaitLimits.PROBE).succeeded());
  }

  /** Returns the message for a root process that cannot change its user. */
  static String noUserMessage(Cluster cluster) {
    return """
    PostgreSQL does not run as root, and changing to another user failed. Start Edgewise as \
    another user, or install util-linux (unshare, setpriv) and let all users enter the \
    folders above %s.\
    """
        .formatted(cluster.folder());
  }

  /** Returns the command that runs as this user. */
  List<String> command(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  private static ServerUser self(List<String> prefix) {
    return new ServerUser(prefix, (int) SELF.getUid(), (int) SELF.getGid());
  }

  private static List<ServerUser> candidates(Path data) throws IOException {
    int owner = Files.exists(data) ? (int) Files.getAttribute(data, "unix:uid") : ROOT;
    if (owner == ROOT) {
      return List.of(NAMESPACED, setpriv(NOBODY, NOBODY), chroot(NOBODY, NOBODY));
    }
    int group = (int) Files.getAttribute(data, "unix:gid");
    return List.of(setpriv(owner, group), chroot(owner, group));
  }

  private static ServerUser setpriv(int uid, int gid) {
    return new ServerUser(
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"), uid, gid);
  }

  private static ServerUser chroot(int uid, int gid) {
    return new ServerUser(
        List.of("chroot", "--skip-chdir", "--groups=", "--userspec=+" + uid + ":+" + gid, "/"),
        uid,
        gid);
  }

  private boolean canRun(Binaries binaries, Path folder) {
    Commands.Result result =
        Commands.run(
            command(List.of(binaries.program("postgres"), "--version")), folder, WaitLimits.PROBE);
    if (!result.succeeded()) {
      log.debug("{} does not work here: {}", prefix.getFirst(), result.output());
    }
    return result.succeeded();
  }

  private void own(Cluster cluster) throws IOException {
    if (uid == ROOT) {
      return;
    }
    Folders.ownOnly(cluster.folder(), uid, gid);
    Folders.ownOnly(cluster.folder().resolve(Cluster.PASSWORD), uid, gid);
    Path data = cluster.data();
    if (Files.exists(data) && (int) Files.getAttribute(data, "unix:uid") != uid) {
      Folders.own(data, uid, gid);
    }
  }
}
