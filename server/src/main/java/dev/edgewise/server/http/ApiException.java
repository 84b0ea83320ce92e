package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.TaskStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a request with an error that the client sees as a problem document. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final transient List<String> details;
  private final @Nullable TaskStatus currentStatus;
  private final @Nullable Integer currentAttempt;
  private transient Map<String, String> headers = Map.of();

  private ApiException(
      ErrorCode code,
      String detail,
      List<String> details,
      @Nullable TaskStatus currentStatus,
      @Nullable Integer currentAttempt) {
    super(detail, null, false, false);
    this.code = code;
    this.details = List.copyOf(details);
    this.currentStatus = currentStatus;
    this.currentAttempt = currentAttempt;
  }

  /** An error with a detail that says what went wrong in this request. */
  public static ApiException of(ErrorCode code, String detail) {
    return new ApiException(code, detail, List.of(), null, null);
  }

  /** An invalid request; each detail is a path, a colon and the violated rule. */
  public static ApiException invalid(List<String> details) {
    String detail = details.size() == 1 ? details.getFirst() : details.size() + " problems";
    return new ApiException(ErrorCode.INVALID_REQUEST, detail, details, null, null);
  }

  /** An operation that the task's status does not allow. */
  public static ApiException wrongState(String detail, TaskStatus status, int attempt) {
    return new ApiException(ErrorCode.WRONG_STATE, detail, List.of(), status, attempt);
  }

  /** A request that may be sent again after these seconds. */
  public static ApiException tooMany(String detail, int retryAfterSecs) {
    return of(ErrorCode.TOO_MANY_REQUESTS, detail)
        .header("Retry-After", String.valueOf(Math.max(1, retryAfterSecs)));
  }

  /** The same error, whose answer has one more header. */
  ApiException header(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    headers = Map.copyOf(more);
    return this;
  }

  /** A client whose credentials were refused too often. */
  static ApiException throttled(int retryAfterSecs) {
    return tooMany("Too many requests with invalid credentials came from here.", retryAfterSecs);
  }

  /** The headers of the answer besides those that belong to the error code. */
  Map<String, String> headers() {
    return headers;
  }

  public ErrorCode code() {
    return code;
  }

  /** What went wrong in this request. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** Every violated rule; empty unless the request was invalid. */
  public List<String> details() {
    return details;
  }

  /** The task's status; null unless the status does not allow the operation. */
  public @Nullable TaskStatus currentStatus() {
    return currentStatus;
  }

  /** The task's attempt; null unless the status does not allow the operation. */
  public @Nullable Integer currentAttempt() {
    return currentAttempt;
  }
}
