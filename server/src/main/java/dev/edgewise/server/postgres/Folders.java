package dev.edgewise.server.postgres;

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
      Files.setAttribute(path, "unix:uid", uid, java.nio.file.LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, java.nio.file.LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
