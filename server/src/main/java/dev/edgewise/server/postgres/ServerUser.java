package dev.edgewise.server.postgres;

import com.sun.security.auth.module.UnixSystem;
import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who PostgreSQL runs as: it refuses to be root, so root steps down first.
 *
 * @param prefix the command that steps down and then becomes the command that follows it
 * @param stays whether files keep belonging to the user of this process
 * @param uid the user that the cluster's files belong to
 * @param gid the group that the cluster's files belong to
 */
record ServerUser(List<String> prefix, boolean stays, int uid, int gid) {

  private static final Logger log = LoggerFactory.getLogger(ServerUser.class);
  private static final int ROOT = 0;

  /** The user and group that own nothing on common systems. */
  private static final int NOBODY = 65534;

  /** The first way to step down that works here, with the files of the cluster made to fit. */
  static ServerUser choose(Binaries binaries, Cluster cluster) throws IOException {
    UnixSystem self = new UnixSystem();
    if (self.getUid() != ROOT) {
      return new ServerUser(List.of(), true, (int) self.getUid(), (int) self.getGid());
    }
    for (ServerUser candidate : candidates(cluster.data())) {
      if (candidate.canRun(binaries, cluster.folder())) {
        candidate.own(cluster.folder(), cluster.data());
        return candidate;
      }
    }
    throw new StartException(
        "PostgreSQL does not run as root and no way to step down works here: start Edgewise as"
            + " another user, or install util-linux (unshare, setpriv) and let all users enter the"
            + " folders above "
            + cluster.folder()
            + ".");
  }

  /** The command, run as this user. */
  List<String> command(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  private static List<ServerUser> candidates(Path data) throws IOException {
    List<ServerUser> candidates = new ArrayList<>();
    int uid = NOBODY;
    int gid = NOBODY;
    int owner = Files.exists(data) ? (int) Files.getAttribute(data, "unix:uid") : ROOT;
    if (owner == ROOT) {
      // In a user namespace root is nobody and still the owner of its files, wherever they are.
      candidates.add(new ServerUser(List.of("unshare", "--user"), true, ROOT, ROOT));
    } else {
      uid = owner;
      gid = (int) Files.getAttribute(data, "unix:gid");
    }
    candidates.add(
        new ServerUser(
            List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"),
            false,
            uid,
            gid));
    candidates.add(
        new ServerUser(
            List.of("chroot", "--skip-chdir", "--groups=", "--userspec=+" + uid + ":+" + gid, "/"),
            false,
            uid,
            gid));
    return candidates;
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

  private void own(Path folder, Path data) throws IOException {
    if (stays) {
      return;
    }
    Files.setAttribute(folder, "unix:uid", uid);
    Files.setAttribute(folder, "unix:gid", gid);
    Folders.give(folder.resolve(Cluster.PASSWORD), uid, gid);
    if (Files.exists(data) && (int) Files.getAttribute(data, "unix:uid") != uid) {
      Folders.give(data, uid, gid);
    }
  }
}
