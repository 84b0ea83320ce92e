package dev.edgewise.api;

import java.util.Locale;

/** Every kind of error that the API answers, with its HTTP status and short text. */
public enum ErrorCode {
  /** The body is no JSON. */
  MALFORMED_JSON(400, "Malformed JSON"),
  /** A parameter, a header or a part of the body breaks a rule; the details say which. */
  INVALID_REQUEST(400, "Invalid request"),
  /** A browser sends it for a page that is not this server's. */
  FOREIGN_SITE(403, "Sent by a page of another site"),
  /** No route has the path. */
  ROUTE_NOT_FOUND(404, "No such resource"),
  TASK_NOT_FOUND(404, "Task not found"),
  BATCH_NOT_FOUND(404, "Batch not found"),
  DELIVERY_NOT_FOUND(404, "Delivery not found"),
  WORKFLOW_NOT_FOUND(404, "Workflow not found"),
  SCHEDULE_NOT_FOUND(404, "Schedule not found"),
  /** The path exists, but not with this method; Allow lists those it has. */
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  /** The client was silent for too long in the middle of its request. */
  REQUEST_TIMEOUT(408, "Request timed out"),
  /** The operation does not fit the task's status. */
  WRONG_STATE(409, "Operation does not fit the current status"),
  /** A request with the same Idempotency-Key is still being served. */
  IDEMPOTENCY_KEY_IN_PROGRESS(409, "A request with this Idempotency-Key is in progress"),
  BODY_TOO_LARGE(413, "Request body too large"),
  /** A browser sends a body that does not say that it is JSON. */
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  /** The request is for a host that is none of this server's. */
  MISDIRECTED_REQUEST(421, "Request for another host"),
  /** The Idempotency-Key was used with another body. */
  IDEMPOTENCY_KEY_REUSED(422, "Idempotency-Key was used with another body"),
  /** A defect; the log has the cause under the request's id. */
  INTERNAL(500, "Internal error"),
  DATABASE_UNAVAILABLE(503, "Database unavailable"),
  /** A bound of the server is reached; Retry-After says when to try again. */
  OVERLOADED(503, "Server is overloaded"),
  SHUTTING_DOWN(503, "Server is shutting down");

  private final int status;
  private final String text;

  ErrorCode(int status, String text) {
    this.status = status;
    this.text = text;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The short text. */
  public String text() {
    return text;
  }

  /** The URI that stands for this kind of error. */
  public String type() {
    return "urn:edgewise:error:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
