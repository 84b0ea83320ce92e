package dev.edgewise.server.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a ustar archive in sequence. */
final class TarReader {

  private static final int BLOCK = 512;

  private final InputStream in;
  private long unread;

  TarReader(InputStream in) {
    this.in = in;
  }

  /**
   * The header of an entry.
   *
   * @param link the target of a symbolic link; empty for other entries
   */
  record Entry(String name, Type type, boolean executable, long size, String link) {}

  /** The type of an entry. */
  enum Type {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    OTHER
  }

  /** Returns the next entry; null at the end of the archive. */
  @Nullable Entry next() throws IOException {
    in.skipNBytes(unread);
    byte[] header = in.readNBytes(BLOCK);
    if (header.length < BLOCK) {
      throw new EOFException("The archive is truncated");
    }
    if (header[0] == 0) {
      return null;
    }
    long size = octal(header, 124, 12);
    unread = (size + BLOCK - 1) / BLOCK * BLOCK;
    String prefix = text(header, 345, 155);
    String name = text(header, 0, 100);
    return new Entry(
        prefix.isEmpty() ? name : prefix + "/" + name,
        type(header[156]),
        (octal(header, 100, 8) & 0100) != 0,
        size,
        text(header, 157, 100));
  }

  /** Returns the content of the entry that {@link #next} returned last. */
  byte[] content(Entry entry) throws IOException {
    byte[] content = in.readNBytes(Math.toIntExact(entry.size()));
    unread -= content.length;
    if (content.length < entry.size()) {
      throw new EOFException("The archive ends inside " + entry.name());
    }
    return content;
  }

  private static Type type(byte flag) {
    return switch (flag) {
      case 0, '0' -> Type.FILE;
      case '2' -> Type.SYMBOLIC_LINK;
      case '5' -> Type.DIRECTORY;
      default -> Type.OTHER;
    };
  }

  private static long octal(byte[] header, int from, int length) {
    String digits = text(header, from, length).strip();
    return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
  }

  private static String text(byte[] header, int from, int length) {
    int end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }
}
