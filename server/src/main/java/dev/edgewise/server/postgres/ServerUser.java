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
 * Who PostgreSQL runs as: it refuses to be root, so root steps down first.
 *
 * @param prefix the command that steps down and then becomes the command that follows it
 * @param uid the user that the cluster's files belong to
 * @param gid the group that the cluster's files belong to
 */
record ServerUser(List<String> prefix, int uid, int gid) {

  private static final Logger log = LoggerFactory.getLogger(ServerUser.class);
  private static final UnixSystem SELF = new UnixSystem();
  private static final int ROOT = 0;

  /** The user and group that own nothing on common systems. */
  private static final int NOBODY = 65534;

  /**
   * This user in a namespace where it goes by the name of nobody, and still owns its files wherever
   * they are.
   */
  static final ServerUser NAMESPACED = self(List.of("unshare", "--user"));

  /** The first way to step down that works here, with the files of the cluster made to fit. */
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
    throw new StartException(stuck(cluster));
  }

  /** Whether this process is not root, or has a way to step down. */
  static boolean canStepDown(Cluster cluster) throws IOException {
    return new UnixSystem().getUid() != ROOT
        || candidates(cluster.data()).stream()
            .map(candidate -> candidate.command(List.of("true")))
            .anyMatch(command -> Commands.run(command, Path.of("/"), Limits.PROBE).succeeded());
  }

  /** What to do where there is no way to step down. */
  static String stuck(Cluster cluster) {
    return """
    PostgreSQL does not run as root and no way to step down works here: start Edgewise as \
    another user, or install util-linux (unshare, setpriv) and let all users enter the \
    folders above %s.\
    """
        .formatted(cluster.folder());
  }

  /** The command, run as this user. */
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
    Commands.Outcome outcome =
        Commands.run(
            command(List.of(binaries.program("postgres"), "--version")), folder, Limits.PROBE);
    if (!outcome.succeeded()) {
      log.debug("{} does not work here: {}", prefix.getFirst(), outcome.output());
    }
    return outcome.succeeded();
  }

  private void own(Cluster cluster) throws IOException {
    if (uid == ROOT) {
      return;
    }
    Folders.giveOnly(cluster.folder(), uid, gid);
    Folders.giveOnly(cluster.folder().resolve(Cluster.PASSWORD), uid, gid);
    Path data = cluster.data();
    if (Files.exists(data) && (int) Files.getAttribute(data, "unix:uid") != uid) {
      Folders.give(data, uid, gid);
    }
  }
}
