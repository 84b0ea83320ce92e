package dev.edgewise.server.http;

/** Serves one route. It runs on a virtual thread of its own and may block. */
@FunctionalInterface
public interface Handler {

  /** Answers the request; see {@link Problems} for what becomes of an exception. */
  Answer handle(Request request) throws Exception;
}
