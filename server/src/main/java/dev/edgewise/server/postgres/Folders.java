package dev.edgewise.server.postgres;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on whole folders. */
final class Folders {

  private Folders() {}

  /** Deletes a folder with its content, if it exists. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    for (Path path : deepestFirst(folder)) {
      Files.deleteIfExists(path);
    }
  }

  /** Changes the owner of a folder and its content. */
  static void own(Path folder, int uid, int gid) throws IOException {
    for (Path path : deepestFirst(folder)) {
      ownOnly(path, uid, gid);
    }
  }

  /** Changes the owner of one file or folder, without its content. */
  static void ownOnly(Path path, int uid, int gid) throws IOException {
    Files.setAttribute(path, "unix:uid", uid, NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", gid, NOFOLLOW_LINKS);
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
