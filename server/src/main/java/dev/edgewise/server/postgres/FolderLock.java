package dev.edgewise.server.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An exclusive lock on a folder, which the kernel releases when the process ends. */
final class FolderLock implements AutoCloseable {

  private static final String FILE = "lock";

  /**
   * The folders locked by this process. The kernel releases a process's lock when the process
   * closes the lock file, even through another channel. So this process must not open the file a
   * second time.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Locks the folder, or fails with the ID of the process that holds it. */
  static FolderLock take(Path folder) throws IOException {
    Path real = folder.toRealPath();
    if (!HELD.add(real)) {
      throw inUse(folder, self());
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(real.resolve(FILE), CREATE, READ, WRITE);
      if (!lock(channel)) {
        throw inUse(folder, mark(channel));
      }
      channel.truncate(0);
      channel.write(US_ASCII.encode(self() + "\n"), 0);
      return new FolderLock(real, channel);
    } catch (IOException | RuntimeException e) {
      HELD.remove(real);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  /** Whether this or another process holds the lock. */
  static boolean isHeld(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    if (HELD.contains(folder.toRealPath())) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, READ, WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(folder);
  }

  /** Waits for a moment, because a killed process keeps its locks until its memory is released. */
  private static boolean lock(FileChannel channel) throws IOException {
    long deadline = System.nanoTime() + WaitLimits.LOCK.toNanos();
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() < deadline && Commands.pause()) {
      lock = channel.tryLock();
    }
    return lock != null;
  }

  private static String self() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static String mark(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(32);
    channel.read(content, 0);
    return US_ASCII.decode(content.flip()).toString().strip();
  }

  private static StartException inUse(Path folder, String pid) {
    return new StartException(
        """
        The data folder %s is in use by another Edgewise, process %s. Stop that process, or set \
        another folder with EDGEWISE_DATA_DIR.\
        """
            .formatted(folder.getParent(), pid));
  }
}
