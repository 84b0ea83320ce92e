package dev.edgewise.server.app;

import dev.edgewise.server.StartException;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.tls.ServerFiles;
import dev.edgewise.server.tls.ServerTls;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's certificate and the loop that reads it again when it has changed. */
final class TlsPart implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(Limits.TLS_LOOK_MILLIS);

  final @Nullable ServerTls tls;
  private final @Nullable Loop loop;

  /**
   * @param files null when the server speaks plain HTTP
   */
  TlsPart(@Nullable ServerFiles files) {
    if (files == null) {
      tls = null;
      loop = null;
      return;
    }
    ServerTls read = read(files);
    tls = read;
    loop =
        new Loop(
            "certificates",
            LOOK,
            () -> {
              read.refresh();
              return LOOK;
            });
  }

  private static ServerTls read(ServerFiles files) {
    try {
      return new ServerTls(files);
    } catch (IllegalArgumentException e) {
      throw new StartException(e.getMessage() + ".", e);
    }
  }

  /** The scheme of the server's URLs. */
  String scheme() {
    return tls == null ? "http" : "https";
  }

  void start() {
    if (loop != null) {
      loop.start();
    }
  }

  /** Returns the liveness of the loop; none without TLS. */
  List<Pulse> pulses() {
    return loop == null ? List.of() : List.of(loop.pulse());
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
  }
}
