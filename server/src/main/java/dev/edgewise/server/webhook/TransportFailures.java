package dev.edgewise.server.webhook;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Describes in a few words why a call got no response. */
final class TransportFailures {

  static final String NOT_CONNECTED_IN_TIME = "no connection in time";
  static final String STOPPING = "the server is stopping";

  private TransportFailures() {}

  static String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case SocketTimeoutException _ -> {
          return NOT_CONNECTED_IN_TIME; // Only connecting has a limit of its own.
        }
        case UnknownHostException e -> {
          return String.valueOf(e.getMessage());
        }
        case SSLException e -> {
          return "no secure connection: " + e.getMessage();
        }
        case ConnectException e -> {
          return "no connection" + details(e);
        }
        case NoRouteToHostException e -> {
          return "no connection" + details(e);
        }
        case Throwable _ -> {}
      }
    }
    return "the connection broke" + details(failure);
  }

  private static String details(Throwable failure) {
    @Nullable String message = failure.getMessage();
    return message == null ? "" : ": " + message;
  }
}
