package dev.edgewise.server.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** A connection to the database that knows the era it was made in. */
final class Link implements InvocationHandler {
  private final Connection physical;
  private final Era era;
  private final @Nullable WatchedSocket socket;
  private final int process;
  private final Connections connections;
  private final Connection connection;

  /** What a pool's connection can be unwrapped to. */
  interface OfLink {
    Link link();
  }

  /**
   * @param socket null when nothing can be learned of the other end
   * @param process the server's process at the other end
   */
  Link(
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
                Link.class.getClassLoader(), new Class<?>[] {Connection.class, OfLink.class}, this);
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

  /** Since when its user has waited for the other end, as a nano time; null when it does not. */
  @Nullable Long waitingSince() {
    return socket == null ? null : socket.waitingSince();
  }

  /** Has its user, who waits, fail at once. */
  void abandon() {
    if (socket != null) {
      socket.abandon();
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "link" -> {
        return this;
      }
      case "equals" -> {
        return arguments[0] instanceof OfLink other && other.link().equals(this);
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
