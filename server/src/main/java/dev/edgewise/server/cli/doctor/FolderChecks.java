package dev.edgewise.server.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Looks at the data folder and the disk under it. */
final class FolderChecks {

  private static final long MIB = 1L << 20;

  /** The unpacked programs and an empty cluster with its first log segments. */
  private static final long LEAST_SPACE = 300 * MIB;

  private static final long COMFORTABLE_SPACE = 2048 * MIB;

  /** File systems over a network, whose promise that data is on disk is often empty. */
  private static final Set<String> REMOTE = Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p");

  /** File systems that forget everything when the machine stops. */
  private static final Set<String> FLEETING = Set.of("tmpfs", "ramfs");

  private FolderChecks() {}

  static Finding folder(Path folder) {
    Path existing = existing(folder);
    String advice = "choose another folder with EDGEWISE_DATA_DIR, or change its permissions";
    if (!Files.isDirectory(existing)) {
      return Finding.fail("data folder", "%s is not a folder: %s".formatted(existing, advice));
    }
    try {
      FileStore store = Files.getFileStore(existing);
      if (!Files.isWritable(existing) || store.isReadOnly()) {
        return Finding.fail(
            "data folder", "%s cannot be written to: %s".formatted(existing, advice));
      }
      if (REMOTE.contains(store.type())) {
        return Finding.warn(
            "data folder",
            ("%s is on %s, where a crash may lose committed data: choose a local disk with"
                    + " EDGEWISE_DATA_DIR")
                .formatted(folder, store.type()));
      }
      if (FLEETING.contains(store.type())) {
        return Finding.warn(
            "data folder",
            ("%s is on %s, which is gone after a restart of the machine: choose a disk with"
                    + " EDGEWISE_DATA_DIR")
                .formatted(folder, store.type()));
      }
      return Finding.ok(
          "data folder",
          (Files.exists(folder) ? "%s is there and can be written to" : "%s can be made")
              .formatted(folder.toAbsolutePath().normalize()));
    } catch (IOException e) {
      return Finding.fail(
          "data folder", "%s cannot be examined (%s): %s".formatted(existing, e, advice));
    }
  }

  static Finding space(Path folder) {
    try {
      long free = Files.getFileStore(existing(folder)).getUsableSpace();
      String advice = "free some, or choose another disk with EDGEWISE_DATA_DIR";
      if (free < LEAST_SPACE) {
        return Finding.fail(
            "disk space",
            "%d MiB are free and a first start takes %d: %s"
                .formatted(free / MIB, LEAST_SPACE / MIB, advice));
      }
      return free < COMFORTABLE_SPACE
          ? Finding.warn("disk space", "only %d MiB are free: %s".formatted(free / MIB, advice))
          : Finding.ok("disk space", "%d MiB are free".formatted(free / MIB));
    } catch (IOException e) {
      return Finding.warn("disk space", "it cannot be told: %s".formatted(e));
    }
  }

  /** The folder itself, or the one that it would be made in. */
  private static Path existing(Path folder) {
    Path path = folder.toAbsolutePath().normalize();
    while (!Files.exists(path) && path.getParent() != null) {
      path = path.getParent();
    }
    return path;
  }
}
