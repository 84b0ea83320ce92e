package dev.edgewise.sdk;

import dev.edgewise.api.Completion;
import dev.edgewise.api.Json;
import dev.edgewise.api.TaskError;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.sdk.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** A completion that is to be reported to the server. */
record Report(Holding holding, Completion completion) {

  private static final int REASON_MAX_CHARS = 8_000;

  /** The approximate size of a completion without its result. */
  private static final int BARE_CHARS = 300;

  static Report success(Holding holding, @Nullable Object result) {
    Json json = result == null ? null : new Json(JsonWriter.write(result));
    return of(holding, TaskStatus.SUCCESS, json, null, null, null);
  }

  /** A failure that an exception has caused; its stack trace goes with it. */
  static Report failure(Holding holding, String reason, boolean retryable, Throwable cause) {
    return failure(holding, reason, retryable, ErrorText.of(cause));
  }

  static Report failure(Holding holding, String reason, boolean retryable) {
    return failure(holding, reason, retryable, (TaskError) null);
  }

  private static Report failure(
      Holding holding, String reason, boolean retryable, @Nullable TaskError error) {
    String clean = reason.replace('\0', ' ').strip();
    String given = clean.isEmpty() ? "The handler gave no reason" : clean;
    String bounded = given.substring(0, Math.min(given.length(), REASON_MAX_CHARS));
    return of(holding, TaskStatus.FAILURE, null, ErrorText.clean(bounded), retryable, error);
  }

  private static Report of(
      Holding holding,
      TaskStatus status,
      @Nullable Json result,
      @Nullable String reason,
      @Nullable Boolean retryable,
      @Nullable TaskError error) {
    return new Report(
        holding,
        new Completion(
            holding.task().taskId(),
            holding.task().deliveryToken(),
            status,
            result,
            reason,
            retryable,
            error));
  }

  /** The approximate length in JSON. */
  int size() {
    Json result = completion.result();
    String reason = completion.failureReason();
    return BARE_CHARS
        + (result == null ? 0 : result.text().length())
        + (reason == null ? 0 : reason.length())
        + ErrorText.size(completion.error());
  }

  boolean isSuccess() {
    return completion.status() == TaskStatus.SUCCESS;
  }
}
