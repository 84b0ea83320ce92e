package dev.edgewise.sdk;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Problem;
import java.util.List;

/** The server answered with an error. */
public final class RefusedException extends EdgewiseException {

  private static final long serialVersionUID = 1L;
  private static final int UNAUTHENTICATED = 401;
  private static final int FORBIDDEN = 403;
  private static final int OVERLOADED = 429;
  private static final int SERVER_ERROR = 500;

  private final transient Problem problem;

  RefusedException(Problem problem) {
    super(sentence(problem));
    this.problem = problem;
  }

  /** The problem document of the server. */
  public Problem problem() {
    return problem;
  }

  /** The HTTP status. */
  public int status() {
    return problem.status();
  }

  /** Whether the error is of this kind. */
  public boolean is(ErrorCode code) {
    return problem.type().equals(code.type());
  }

  @Override
  public boolean passing() {
    return status() >= SERVER_ERROR
        || status() == OVERLOADED
        || is(ErrorCode.IDEMPOTENCY_KEY_IN_PROGRESS);
  }

  /**
   * Whether the server refuses the sender rather than the request. A worker waits until it gets
   * another key; {@link #passing} is false, because a single request need not wait.
   */
  public boolean deniesAccess() {
    return status() == UNAUTHENTICATED || status() == FORBIDDEN;
  }

  private static String sentence(Problem problem) {
    List<String> details = problem.details();
    if (details != null && !details.isEmpty()) {
      return problem.error() + ": " + String.join("; ", details);
    }
    String sentence =
        problem.detail() == null ? problem.error() : problem.error() + ": " + problem.detail();
    return problem.status() == UNAUTHENTICATED
        ? sentence + " Set EDGEWISE_TOKEN and use ServerAccess.fromEnvironment()."
        : sentence;
  }
}
