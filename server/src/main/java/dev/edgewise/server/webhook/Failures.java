package dev.edgewise.server.webhook;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in a few words why a call got no answer. */
final class Failures {

  private Failures() {}

  static String describe(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case HttpConnectTimeoutException _ -> {
          return "no connection in time";
        }
        case UnknownHostException e -> {
          return String.valueOf(e.getMessage());
        }
        case UnresolvedAddressException _ -> {
          return "the host cannot be resolved";
        }
        case SSLException e -> {
          return "no secure connection: " + e.getMessage();
        }
        case ConnectException e when e.getMessage() != null -> {
          return "no connection: " + e.getMessage();
        }
        case Throwable _ -> {}
      }
    }
    if (failure instanceof ConnectException) {
      return "no connection";
    }
    String message = failure == null ? null : failure.getMessage();
    return "the connection broke" + (message == null ? "" : ": " + message);
  }
}
