package dev.edgewise.server.http;

import dev.edgewise.server.config.Settings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** Checks the listen address before anything else is started. */
public final class ListenAddress {

  private ListenAddress() {}

  /** Returns a message that says why the server cannot listen on the address; empty when it can. */
  public static Optional<String> obstacle(Settings.Http settings) {
    var address = new InetSocketAddress(settings.bindAddress(), settings.port());
    if (address.isUnresolved()) {
      return Optional.of(
          "BIND_ADDRESS %s cannot be resolved. Set it to an address of this machine."
              .formatted(settings.bindAddress()));
    }
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(address);
      return Optional.empty();
    } catch (BindException e) {
      return Optional.of(
          String.valueOf(e.getMessage()).contains("in use")
              ? "Port %d is already in use. Stop the other process or set PORT."
                  .formatted(settings.port())
              : unusable(settings, e));
    } catch (IOException e) {
      return Optional.of(unusable(settings, e));
    }
  }

  private static String unusable(Settings.Http settings, IOException e) {
    return "Cannot listen on %s, port %d (%s). Set PORT or BIND_ADDRESS."
        .formatted(settings.bindAddress(), settings.port(), e.getMessage());
  }
}
