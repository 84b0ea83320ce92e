package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Problem;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.RequestException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.core.JacksonException;

/** The one place where failures become problem documents. */
public final class Problems {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  /** SQL states of a server that is going away, coming up, or has no connection left. */
  private static final List<String> GONE = List.of("08", "57P", "53300", "58000");

  private Problems() {}

  /** The answer to a request that ended in this failure. */
  static Answer answer(Throwable failure) {
    ApiException error = error(failure);
    Answer answer = new Answer(error.code().status(), Map.of(), new Answer.Value(problem(error)));
    return switch (error.code()) {
      case DATABASE_UNAVAILABLE, SHUTTING_DOWN ->
          answer.header("Retry-After", String.valueOf(Limits.RETRY_AFTER_SECS));
      case REQUEST_TIMEOUT -> answer.header("Connection", "close");
      default -> answer;
    };
  }

  /** The document that describes an error. */
  static Problem problem(ApiException error) {
    ErrorCode code = error.code();
    return new Problem(
        code.type(),
        code.text(),
        code.status(),
        error.detail(),
        code.text(),
        error.details().isEmpty() ? null : error.details(),
        error.currentStatus(),
        error.currentAttempt(),
        MDC.get(LogKeys.REQUEST));
  }

  /** A value from a request, short enough to be shown. */
  public static String quoted(String value) {
    return value.length() <= Limits.QUOTED_VALUE_MAX_CHARS
        ? "'" + value + "'"
        : "'" + value.substring(0, Limits.QUOTED_VALUE_MAX_CHARS) + "...'";
  }

  private static ApiException error(Throwable failure) {
    return switch (failure) {
      case ApiException error -> error;
      case JacksonException fault when fault.getCause() instanceof ApiException error -> error;
      case JacksonException fault -> BodyFaults.error(fault);
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
    if (databaseGone(failure)) {
      log.warn("The database cannot be reached: {}", String.valueOf(failure.getMessage()));
      return ApiException.of(
          ErrorCode.DATABASE_UNAVAILABLE, "The database cannot be reached; try again shortly.");
    }
    log.error("A request failed", failure);
    return ApiException.of(
        ErrorCode.INTERNAL, "The server's log has the cause under the request's id.");
  }

  /** Whether a failure comes from a database that is not there, and not from what it was asked. */
  private static boolean databaseGone(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLTransientConnectionException
          || cause instanceof SQLRecoverableException) {
        return true;
      }
      if (cause instanceof SQLException sql) {
        String state = String.valueOf(sql.getSQLState());
        if (GONE.stream().anyMatch(state::startsWith)) {
          return true;
        }
      }
    }
    return false;
  }
}
