package dev.edgewise.server.http;

import dev.edgewise.server.config.Settings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** The address that the server is to listen on, tried before anything else is started. */
public final class ListenAddress {

  private ListenAddress() {}

  /** Why nobody can listen there, in a sentence for the operator; empty if one can. */
  public static Optional<String> obstacle(Settings.Http settings) {
    var address = new InetSocketAddress(settings.bindAddress(), settings.port());
    if (address.isUnresolved()) {
      return Optional.of(
          "%s is not an address: check BIND_ADDRESS.".formatted(settings.bindAddress()));
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
    return "Nobody can listen on %s, port %d (%s). Set PORT or BIND_ADDRESS."
        .formatted(settings.bindAddress(), settings.port(), e.getMessage());
  }
}
