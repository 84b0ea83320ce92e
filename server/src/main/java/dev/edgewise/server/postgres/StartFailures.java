package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Turns errors of the system and PostgreSQL into a message that says what to do. */
final class StartFailures {

  private static final String FULL = "No space left on device";

  private StartFailures() {}

  /** Explains a failed program by its output. */
  static StartException of(Path folder, String what, String output) {
    if (output.contains(FULL)) {
      return full(folder, null);
    }
    String reason =
        output
            .lines()
            .filter(line -> line.matches("(?s).*\\b(FATAL|PANIC|error|could not)\\b.*"))
            .reduce((_, last) -> last)
            .or(() -> output.lines().reduce((_, last) -> last))
            .map(line -> line.replaceFirst("^.*?(FATAL|PANIC|error):\\s*", ""))
            .orElse("it gave no reason");
    return new StartException(what + " in " + folder + ": " + reason + ".");
  }

  /** Explains a failed file operation. */
  static StartException of(Path folder, IOException cause) {
    String message = String.valueOf(cause.getMessage());
    if (message.contains(FULL)) {
      return full(folder, cause);
    }
    if (cause instanceof AccessDeniedException || message.contains("Read-only file system")) {
      return new StartException(
          """
          The data folder %s is not writable (%s). Make it writable for this user, or set another \
          one with EDGEWISE_DATA_DIR.\
          """
              .formatted(folder, message),
          cause);
    }
    return new StartException(
        "The data folder %s cannot be used: %s.".formatted(folder, message), cause);
  }

  private static StartException full(Path folder, @Nullable IOException cause) {
    String message = "The disk that holds " + folder + " is full. Free some space and start again.";
    return cause == null ? new StartException(message) : new StartException(message, cause);
  }
}
