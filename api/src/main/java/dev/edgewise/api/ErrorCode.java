package dev.edgewise.api;

import java.util.Locale;

/** Every kind of error of the API, with its HTTP status and short text. */
public enum ErrorCode {
  /** The body is not JSON. */
  MALFORMED_JSON(400, "Malformed JSON"),
  /** A parameter, a header or a part of the body breaks a rule; the details say which. */
  INVALID_REQUEST(400, "Invalid request"),
  /** The request has no valid key; the WWW-Authenticate header says what is accepted. */
  UNAUTHENTICATED(401, "Not authenticated"),
  /** The key lacks a scope that the request needs. */
  FORBIDDEN(403, "Not allowed"),
  /** The client presented no TLS certificate although this server needs one. */
  CLIENT_CERTIFICATE_REQUIRED(403, "Client certificate required"),
  /** A browser sent the request for a page of another site. */
  FOREIGN_SITE(403, "Sent by a page of another site"),
  /** No route has the path. */
  ROUTE_NOT_FOUND(404, "No such resource"),
  TASK_NOT_FOUND(404, "Task not found"),
  BATCH_NOT_FOUND(404, "Batch not found"),
  /** The link was not made by this installation, or what it was made for has been removed. */
  APPROVAL_NOT_FOUND(404, "Approval not found"),
  DELIVERY_NOT_FOUND(404, "Delivery not found"),
  WORKFLOW_NOT_FOUND(404, "Workflow not found"),
  SCHEDULE_NOT_FOUND(404, "Schedule not found"),
  BACKFILL_NOT_FOUND(404, "Backfill not found"),
  KEY_NOT_FOUND(404, "Key not found"),
  SECRET_NOT_FOUND(404, "Secret not found"),
  WORKSPACE_NOT_FOUND(404, "Workspace not found"),
  /** The path exists, but not with this method; the Allow header lists its methods. */
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  /** The request arrived too slowly. */
  REQUEST_TIMEOUT(408, "Request timed out"),
  /** The task's status does not allow the operation. */
  WRONG_STATE(409, "Operation does not fit the current status"),
  /** A revoked key stays revoked. */
  KEY_REVOKED(409, "Key was revoked"),
  /** The server has no key to encrypt secrets with. */
  SECRETS_KEY_MISSING(409, "Secrets cannot be encrypted"),
  /** A request with the same Idempotency-Key is still being served. */
  IDEMPOTENCY_KEY_IN_PROGRESS(409, "A request with this Idempotency-Key is in progress"),
  /** A schedule starts the workflow. */
  WORKFLOW_IN_USE(409, "Workflow is in use"),
  /** Something is left in the workspace. */
  WORKSPACE_NOT_EMPTY(409, "Workspace is not empty"),
  BODY_TOO_LARGE(413, "Request body too large"),
  /** A browser sent a body whose Content-Type is not JSON. */
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  /** The Host header names another host. */
  MISDIRECTED_REQUEST(421, "Request for another host"),
  /** The Idempotency-Key was used with another body. */
  IDEMPOTENCY_KEY_REUSED(422, "Idempotency-Key was used with another body"),
  /** A quota or a rate is used up; Retry-After says when to try again. */
  TOO_MANY_REQUESTS(429, "Too many requests"),
  /** A defect; the log shows the cause under the request id. */
  INTERNAL(500, "Internal error"),
  /** The keys of the JWT's issuer cannot be read. */
  AUTHENTICATION_UNAVAILABLE(503, "Credentials cannot be checked"),
  DATABASE_UNAVAILABLE(503, "Database unavailable"),
  /** A limit of the server is reached; Retry-After says when to try again. */
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
