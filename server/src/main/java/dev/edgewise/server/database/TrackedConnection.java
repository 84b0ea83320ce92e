package dev.edgewise.server.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** A database connection that remembers its era and whether it is waiting for a response. */
final class TrackedConnection implements InvocationHandler {
  private final Connection physical;
  private final Era era;
  private final @Nullable WatchedSocket socket;
  private final int process;
  private final Connections connections;
  private final Connection connection;

  /** Gives access to the tracked connection behind a pooled one. */
  interface Unwrapped {
    TrackedConnection tracked();
  }

  /**
   * @param socket null when it is unknown whether PostgreSQL is still working for this connection
   * @param process the id of the PostgreSQL process that serves it
   */
  TrackedConnection(
      Connection physical,
      Era era,
      @Nullable WatchedSocket socket,
      int process,
      Connections connections) {
    this.physical = physical;
    this.era = era;
    this.socket = socket;
    this.process = process;
    this.connections = connections;
    this.connection =
        (Connection)
            Proxy.newProxyInstance(
                TrackedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class, Unwrapped.class},
                this);
  }

  Connection connection() {
    return connection;
  }

  Era era() {
    return era;
  }

  int process() {
    return process;
  }

  /**
   * Since when it has waited for PostgreSQL, by {@link System#nanoTime}; null when it is not
   * waiting.
   */
  @Nullable Long waitingSince() {
    return socket == null ? null : socket.waitingSince();
  }

  /** Closes the socket, so that the waiting thread fails at once. */
  void abandon() {
    if (socket != null) {
      socket.abandon();
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "tracked" -> {
        return this;
      }
      case "equals" -> {
        return arguments[0] instanceof Unwrapped other && other.tracked().equals(this);
      }
      case "close", "abort" -> connections.closed(this);
      default -> {}
    }
    try {
      Object result = method.invoke(physical, arguments);
      if (Boolean.FALSE.equals(result) && method.getName().equals("isValid")) {
        connections.lost();
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
