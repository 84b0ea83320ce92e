package dev.edgewise.server.postgres;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the launcher does to whole folders. */
final class Folders {

  private Folders() {}

  /** Deletes a folder and all that is in it; a folder that is not there is fine. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    for (Path path : deepestFirst(folder)) {
      Files.deleteIfExists(path);
    }
  }

  /** Gives a folder and all that is in it to a user. */
  static void give(Path folder, int uid, int gid) throws IOException {
    for (Path path : deepestFirst(folder)) {
      giveOnly(path, uid, gid);
    }
  }

  /** Gives one file or folder, and nothing in it, to a user. */
  static void giveOnly(Path path, int uid, int gid) throws IOException {
    Files.setAttribute(path, "unix:uid", uid, NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", gid, NOFOLLOW_LINKS);
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
