package dev.edgewise.server.http.task;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The limits of a completion, for PATCH, workers and events alike. */
public final class CompletionLimits {

  private CompletionLimits() {}

  /**
   * Adds a problem for each limit that is exceeded.
   *
   * @param resultName the field name of the result
   * @param reasonName the field name of the reason
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

  /** Adds a problem for each limit of a progress that is exceeded. */
  public static void checkProgress(
      List<String> problems, @Nullable Double progress, @Nullable String message) {
    if (progress != null && !(progress >= 0 && progress <= 1)) {
      problems.add("progress: must be from 0 to 1");
    }
    if (message != null
        && message.codePointCount(0, message.length()) > Limits.PROGRESS_MESSAGE_MAX_CHARS) {
      problems.add(
          "message: must have at most %d characters".formatted(Limits.PROGRESS_MESSAGE_MAX_CHARS));
    }
  }

  /**
   * Refuses a request with too many items.
   *
   * @param name the name of the list in the request
   */
  public static void checkCount(String name, List<?> reports) {
    if (reports.size() > Limits.COMPLETE_MAX_ITEMS) {
      throw ApiException.invalid(
          List.of("%s: must have at most %d items".formatted(name, Limits.COMPLETE_MAX_ITEMS)));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
