package dev.edgewise.server.app;

import dev.edgewise.server.access.Authentication;
import dev.edgewise.server.access.FailureLimit;
import dev.edgewise.server.access.JwtKeys;
import dev.edgewise.server.access.KeyAuthentication;
import dev.edgewise.server.config.AuthMode;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.http.Gate;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.access.KeyRoutes;
import dev.edgewise.server.http.access.SessionRoutes;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.Sessions;
import dev.edgewise.server.store.access.Workspaces;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The components that decide who may send a request. */
final class AccessPart implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AccessPart.class);
  private static final Duration REFRESH = Duration.ofMillis(Limits.ACCESS_REFRESH_MILLIS);

  private final Settings settings;
  private final Keys keys;
  private final Workspaces workspaces;
  private final Signals signals;
  private final @Nullable KeyAuthentication authentication;
  private final @Nullable JwtKeys jwtKeys;
  private final @Nullable Loop loop;
  private final Signals.Listener listener =
      new Signals.Listener() {
        @Override
        public void access() {
          if (loop != null) {
            loop.wake();
          }
        }
      };

  /**
   * @param tokens whether a text is a delivery token of the task
   */
  AccessPart(
      Database database,
      Settings settings,
      BiPredicate<UUID, String> tokens,
      Signals signals,
      MeterRegistry metrics) {
    this.settings = settings;
    this.signals = signals;
    keys = new Keys(database);
    workspaces = new Workspaces(database);
    if (settings.access().auth() == AuthMode.NONE) {
      authentication = null;
      jwtKeys = null;
      loop = null;
      return;
    }
    Settings.Jwt jwt = settings.access().jwt();
    jwtKeys = jwt == null ? null : new JwtKeys(jwt);
    var checked =
        new KeyAuthentication(
            new KeyAuthentication.Tables(keys, new Sessions(database), workspaces),
            tokens,
            jwtKeys,
            new FailureLimit(metrics, System::nanoTime),
            System::nanoTime);
    authentication = checked;
    loop =
        new Loop(
            "access",
            REFRESH,
            () -> {
              checked.refresh();
              return REFRESH;
            });
    signals.add(listener);
  }

  /** Starts the loop and logs what an operator should know about access. */
  AccessPart start() {
    if (loop != null) {
      loop.start();
    }
    Settings.Http http = settings.http();
    if (authentication == null && !http.isLoopback()) {
      log.warn(
          "AUTH is none and the server listens on {}: anybody who reaches port {} can do"
              + " everything. Set AUTH=keys, or BIND_ADDRESS=127.0.0.1.",
          http.bindAddress(),
          http.port());
    }
    if (authentication != null && !keys.any()) {
      log.warn(
          "There is no valid key, so the server refuses requests. Create the first key with the"
              + " same settings: edgewise key create --name admin --scopes admin");
    }
    return this;
  }

  Gate gate() {
    return new Gate(
        authentication == null ? Authentication.NONE : authentication,
        settings.access().metricsToken());
  }

  List<Route> routes() {
    var hostUrl = settings.http().hostUrl();
    boolean secure =
        settings.http().tls() != null || (hostUrl != null && "https".equals(hostUrl.getScheme()));
    return Stream.concat(
            new KeyRoutes(keys, workspaces).routes().stream(),
            new SessionRoutes(authentication, workspaces, secure).routes().stream())
        .toList();
  }

  /** Returns the liveness of the loop; none without authentication. */
  List<Pulse> pulses() {
    return loop == null ? List.of() : List.of(loop.pulse());
  }

  @Override
  public void close() {
    signals.remove(listener);
    if (loop != null) {
      loop.close();
    }
    if (jwtKeys != null) {
      jwtKeys.close();
    }
  }
}
