package dev.edgewise.server.http.task;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds of what a completion carries, whichever way it comes. */
public final class CompletionLimits {

  private CompletionLimits() {}

  /** Adds a problem for each bound that is passed; {@code path} stands before the field's name. */
  public static void check(
      List<String> problems, String path, @Nullable Json result, @Nullable String failureReason) {
    if (result != null && bytes(result.text()) > Limits.RESULT_MAX_BYTES) {
      problems.add(path + "result: must have at most " + Limits.RESULT_MAX_BYTES + " bytes");
    }
    if (failureReason != null) {
      if (bytes(failureReason) > Limits.FAILURE_REASON_MAX_BYTES) {
        problems.add(
            path
                + "failure_reason: must have at most "
                + Limits.FAILURE_REASON_MAX_BYTES
                + " bytes");
      }
      if (failureReason.indexOf('\0') >= 0) {
        problems.add(path + "failure_reason: must not contain the character U+0000");
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
