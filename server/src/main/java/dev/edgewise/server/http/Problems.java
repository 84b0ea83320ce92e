package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Problem;
import dev.edgewise.core.readiness.ReadinessOverflowException;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.RequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.core.JacksonException;

/** Turns every failure of a request into a problem document. */
public final class Problems {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  /** The answer to a request that failed with this exception. */
  static Answer answer(Throwable failure) {
    ApiException error = error(failure);
    Answer answer =
        new Answer(error.code().status(), error.headers(), new Answer.Value(problem(error)));
    return switch (error.code()) {
      case UNAUTHENTICATED -> answer.header("WWW-Authenticate", "Bearer realm=\"edgewise\"");
      case AUTHENTICATION_UNAVAILABLE, DATABASE_UNAVAILABLE, OVERLOADED, SHUTTING_DOWN ->
          answer.header("Retry-After", String.valueOf(Limits.RETRY_AFTER_SECS));
      default -> answer;
    };
  }

  /** The answer in place of one that failed while it was written; Jackson wraps the failure. */
  static Answer unwritten(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof JacksonException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return answer(cause instanceof JacksonException ? new IllegalStateException(cause) : cause);
  }

  /** The document that describes an error. */
  public static Problem problem(ApiException error) {
    ErrorCode code = error.code();
    return new Problem(
        code.type(),
        code.text(),
        code.status(),
        JsonText.storable(error.detail()),
        code.text(),
        error.details().isEmpty()
            ? null
            : error.details().stream().map(JsonText::storable).toList(),
        error.currentStatus(),
        error.currentAttempt(),
        MDC.get(LogKeys.REQUEST));
  }

  private static ApiException error(Throwable failure) {
    return switch (failure) {
      case ApiException error -> error;
      case JacksonException fault when fault.getCause() instanceof ApiException error -> error;
      case JacksonException fault -> BodyFaults.error(fault);
      case OverloadedException overload ->
          ApiException.of(ErrorCode.OVERLOADED, overload.getMessage() + ". Try again in a moment.");
      case RequestException fault -> ApiException.of(transportCode(fault), "");
      default -> internal(failure);
    };
  }

  private static ErrorCode transportCode(RequestException fault) {
    return fault.status().code() == ErrorCode.BODY_TOO_LARGE.status()
        ? ErrorCode.BODY_TOO_LARGE
        : ErrorCode.INVALID_REQUEST;
  }

  private static ApiException internal(Throwable failure) {
    if (Outage.caused(failure)) {
      log.warn("The database cannot be reached: {}", String.valueOf(failure.getMessage()));
      return ApiException.of(
          ErrorCode.DATABASE_UNAVAILABLE, "The database cannot be reached. Try again shortly.");
    }
    log.error("A request failed", failure);
    if (failure instanceof ReadinessOverflowException overflow) {
      return ApiException.of(
          ErrorCode.INTERNAL,
          ("Readiness overflow: task %s would have more satisfied edges than edges, so the change"
               + " was rolled back. This is a defect; `edgewise fsck` lists the inconsistent rows.")
              .formatted(overflow.task()));
    }
    return ApiException.of(
        ErrorCode.INTERNAL, "The server's log shows the cause under the request_id.");
  }
}
