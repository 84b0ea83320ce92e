package dev.edgewise.server.http.task;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds of what a completion carries, whichever way it comes. */
public final class CompletionLimits {

  private CompletionLimits() {}

  /**
   * Adds a problem for each bound that is passed.
   *
   * @param resultName the result's field
   * @param reasonName the reason's
   */
  public static void check(
      List<String> problems,
      String resultName,
      @Nullable Json result,
      String reasonName,
      @Nullable String reason) {
    if (result != null && bytes(result.text()) > Limits.RESULT_MAX_BYTES) {
      problems.add(resultName + ": must have at most " + Limits.RESULT_MAX_BYTES + " bytes");
    }
    if (reason != null) {
      if (bytes(reason) > Limits.FAILURE_REASON_MAX_BYTES) {
        problems.add(
            reasonName + ": must have at most " + Limits.FAILURE_REASON_MAX_BYTES + " bytes");
      }
      if (reason.indexOf('\0') >= 0) {
        problems.add(reasonName + ": must not contain the character U+0000");
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
