package dev.edgewise.server.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Checks the data folder and its disk. */
final class FolderChecks {

  private static final long MIB = 1L << 20;

  /** Holds the unpacked PostgreSQL and an empty cluster with its first WAL segments. */
  private static final long LEAST_SPACE = 300 * MIB;

  private static final long COMFORTABLE_SPACE = 2048 * MIB;

  /** Network file systems, which often acknowledge fsync before the data is durable. */
  private static final Set<String> REMOTE = Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p");

  /** File systems in memory. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private FolderChecks() {}

  static CheckResult folder(Path folder) {
    Path existing = existing(folder);
    String advice = "choose another folder with EDGEWISE_DATA_DIR, or change its permissions";
    if (!Files.isDirectory(existing)) {
      return CheckResult.fail("data folder", "%s is not a folder: %s".formatted(existing, advice));
    }
    try {
      FileStore store = Files.getFileStore(existing);
      if (!Files.isWritable(existing) || store.isReadOnly()) {
        return CheckResult.fail(
            "data folder", "%s is not writable: %s".formatted(existing, advice));
      }
      if (REMOTE.contains(store.type())) {
        return CheckResult.warn(
            "data folder",
            ("%s is on %s, where a crash may lose committed data: choose a local disk with"
                    + " EDGEWISE_DATA_DIR")
                .formatted(folder, store.type()));
      }
      if (IN_MEMORY.contains(store.type())) {
        return CheckResult.warn(
            "data folder",
            ("%s is on %s, which loses its data when the machine restarts: choose a disk with"
                    + " EDGEWISE_DATA_DIR")
                .formatted(folder, store.type()));
      }
      return CheckResult.ok(
          "data folder",
          (Files.exists(folder) ? "%s is writable" : "%s can be created")
              .formatted(folder.toAbsolutePath().normalize()));
    } catch (IOException e) {
      return CheckResult.fail(
          "data folder", "%s cannot be examined (%s): %s".formatted(existing, e, advice));
    }
  }

  static CheckResult space(Path folder) {
    try {
      long free = Files.getFileStore(existing(folder)).getUsableSpace();
      String advice = "free some, or choose another disk with EDGEWISE_DATA_DIR";
      if (free < LEAST_SPACE) {
        return CheckResult.fail(
            "disk space",
            "%d MiB are free but the first start needs %d: %s"
                .formatted(free / MIB, LEAST_SPACE / MIB, advice));
      }
      return free < COMFORTABLE_SPACE
          ? CheckResult.warn("disk space", "only %d MiB are free: %s".formatted(free / MIB, advice))
          : CheckResult.ok("disk space", "%d MiB are free".formatted(free / MIB));
    } catch (IOException e) {
      return CheckResult.warn("disk space", "it cannot be read: %s".formatted(e));
    }
  }

  /** Returns the folder, or its nearest existing parent. */
  private static Path existing(Path folder) {
    Path path = folder.toAbsolutePath().normalize();
    while (!Files.exists(path) && path.getParent() != null) {
      path = path.getParent();
    }
    return path;
  }
}
