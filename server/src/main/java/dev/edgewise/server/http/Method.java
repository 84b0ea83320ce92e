package dev.edgewise.server.http;

/** The HTTP methods that routes may have. */
public enum Method {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE
}
