package dev.edgewise.server.http;

import dev.edgewise.server.StartException;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.tls.ServerTls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server: HTTP/1.1, plain or over TLS, one thread per connection. */
public final class HttpServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /** How long Helidon waits for its connection threads before it interrupts them. */
  private static final Duration HELIDON_GRACE = Duration.ofMillis(200);

  private final WebServer server;
  private final OpenRequests open;
  private final Duration drainTimeout;
  private final StopSignal stopSignal;
  private final StalledWrites writes;

  private HttpServer(
      WebServer server,
      OpenRequests open,
      Duration drainTimeout,
      StopSignal stopSignal,
      StalledWrites writes) {
    this.server = server;
    this.open = open;
    this.writes = writes;
    this.drainTimeout = drainTimeout;
    this.stopSignal = stopSignal;
  }

  /**
   * Loads the classes of Helidon and Jackson in the background: it takes as long as starting the
   * database.
   */
  public static void preload() {
    Thread.ofPlatform()
        .daemon()
        .name("http-preload")
        .start(() -> {
          HttpRouting.builder();
          Wire.text(Map.of());
        });
  }

  /**
   * Starts the server.
   *
   * @throws StartException when the server cannot listen on the address
   * @param tls null for plain HTTP
   * @param stopSignal given when the server stops, before it waits for open requests
   */
  public static HttpServer start(
      Settings.Http settings,
      @Nullable ServerTls tls,
      RouteTable routes,
      Gate gate,
      MeterRegistry meters,
      StopSignal stopSignal) {
    // Helidon would log a stack trace and return a server that is not running.
    refuseIfUnusable(settings);
    var open = new OpenRequests();
    var dispatcher = new Dispatcher(routes, open, new HttpMetrics(meters, open), settings, gate);
    var writes = new StalledWrites(settings.idleTimeout());
    var connections = new ClientConnections(http1(), writes, tls);
    WebServer server =
        WebServer.builder()
            .host(settings.bindAddress())
            .port(settings.port())
            .addConnectionSelector(connections)
            .maxPayloadSize(settings.maxBodyBytes() + Limits.DISCARD_MAX_BYTES)
            .maxTcpConnections(settings.maxConnections())
            // Only plain sockets have a read timeout.
            .useNio(false)
            .connectionOptions(new ConnectionOptions(settings.idleTimeout(), connections::accepted))
            .shutdownGracePeriod(HELIDON_GRACE)
            .shutdownHook(false)
            .directHandlers(TransportProblems.handlers())
            .routing(HttpRouting.builder().any(dispatcher))
            .build()
            .start();
    if (!server.isRunning()) {
      writes.close();
      refuseIfUnusable(settings);
      throw new StartException("The HTTP server did not start. The log shows why.");
    }
    if (!settings.isLoopback() && settings.hostUrl() == null && settings.allowedHosts().isEmpty()) {
      log.warn(
          "Only requests for localhost and for this machine's addresses are served. Set HOST_URL or"
              + " ALLOWED_HOSTS to the host names that clients use.");
    }
    return new HttpServer(server, open, settings.drainTimeout(), stopSignal, writes);
  }

  @SuppressWarnings("removal") // HTTP/1.0 requests need no Host header; RequestGuard checks it.
  private static Http1Config http1() {
    return Http1Config.builder()
        .maxPrologueLength(Limits.REQUEST_LINE_MAX_BYTES)
        .maxHeadersSize(Limits.HEADERS_MAX_BYTES)
        .validateRequestHostHeader(false)
        .addSendListener(new NoContentLength())
        .build();
  }

  private static void refuseIfUnusable(Settings.Http settings) {
    ListenAddress.obstacle(settings)
        .ifPresent(obstacle -> {
          throw new StartException(obstacle);
        });
  }

  /** The port that the server listens on. */
  public int port() {
    return server.port();
  }

  /**
   * Refuses new requests, waits for open ones and stops. The wait takes up to five sixths of the
   * drain timeout; the rest is for the other components. The wait comes before Helidon's stop,
   * which gives connections only a moment.
   */
  @Override
  public void close() {
    stopSignal.give();
    try {
      if (!open.drain(drainTimeout.multipliedBy(5).dividedBy(6))) {
        log.warn(
            "Cutting off {} open requests: the drain timeout (DRAIN_TIMEOUT_SECS) is over",
            open.count());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop();
    writes.close();
  }
}
