package dev.edgewise.server.http;

/** Handles the requests of one route. It runs on the thread of the connection and may block. */
@FunctionalInterface
public interface Handler {

  /**
   * Returns the answer to a request; {@link Problems} turns an exception into a problem document.
   */
  Answer handle(Request request) throws Exception;
}
