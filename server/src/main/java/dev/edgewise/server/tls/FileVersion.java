package dev.edgewise.server.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * What changes with the content of a file.
 *
 * @param file the identity of the file; null where the file system has none
 */
public record FileVersion(FileTime modified, long size, @Nullable Object file) {

  /** The version of a file at this moment. */
  public static FileVersion of(Path path) throws IOException {
    var attributes = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileVersion(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
  }
}
