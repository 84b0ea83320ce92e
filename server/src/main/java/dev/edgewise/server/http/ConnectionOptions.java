package dev.edgewise.server.http;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Socket options of client connections: sets the read timeout, and passes each accepted socket on.
 *
 * <p>Helidon has a read timeout setting but does not apply it to server sockets: a client that
 * stops sending in the middle of a request would keep its connection forever.
 */
record ConnectionOptions(Duration readTimeout, Consumer<Socket> accepted) implements SocketOptions {

  @Override
  public void configureSocket(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, socketKeepAlive());
      channel.setOption(StandardSocketOptions.TCP_NODELAY, tcpNoDelay());
      channel.socket().setSoTimeout(Math.toIntExact(readTimeout.toMillis()));
      accepted.accept(channel.socket());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<SocketOption<?>, Object> socketOptions() {
    return Map.of();
  }

  @Override
  public Duration connectTimeout() {
    return readTimeout;
  }

  @Override
  public Optional<Integer> socketReceiveBufferSize() {
    return Optional.empty();
  }

  @Override
  public Optional<Integer> socketSendBufferSize() {
    return Optional.empty();
  }

  @Override
  public boolean socketReuseAddress() {
    return true;
  }

  @Override
  public boolean socketKeepAlive() {
    return true;
  }

  @Override
  public boolean tcpNoDelay() {
    return true;
  }
}
