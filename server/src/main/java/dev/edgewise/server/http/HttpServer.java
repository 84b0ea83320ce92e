package dev.edgewise.server.http;

import dev.edgewise.server.StartException;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listening server: HTTP/1.1 and HTTP/2 in the clear, one virtual thread per connection. */
public final class HttpServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /** How long Helidon waits for threads that have ended their requests or must be interrupted. */
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

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
   * Loads, in the background, what takes Helidon and Jackson as long to load as a database takes to
   * start.
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
   * Starts to listen.
   *
   * @throws StartException with a sentence when nobody can listen there
   * @param stopSignal is given when the server stops, before it waits for open requests
   */
  public static HttpServer start(
      Settings.Http settings, RouteTable routes, MeterRegistry meters, StopSignal stopSignal) {
    // Helidon would log a trace and return a server that does not run.
    refuseIfUnusable(settings);
    var open = new OpenRequests();
    var dispatcher = new Dispatcher(routes, open, new HttpMetrics(meters, open), settings);
    var writes = new StalledWrites(settings.idleTimeout());
    var connections = new ClientConnections(http1(), writes);
    WebServer server =
        WebServer.builder()
            .host(settings.bindAddress())
            .port(settings.port())
            .addConnectionSelector(connections)
            .maxPayloadSize(settings.maxBodyBytes() + Limits.DISCARD_MAX_BYTES)
            .maxTcpConnections(settings.maxConnections())
            // Only the plain socket knows a read timeout.
            .useNio(false)
            .connectionOptions(new ConnectionOptions(settings.idleTimeout(), connections::accepted))
            .shutdownGracePeriod(LAST_WORDS)
            .shutdownHook(false)
            .directHandlers(TransportProblems.handlers())
            .routing(HttpRouting.builder().any(dispatcher))
            .build()
            .start();
    if (!server.isRunning()) {
      writes.close();
      refuseIfUnusable(settings);
      throw new StartException("The HTTP server did not start; the log has the cause.");
    }
    if (!isLoopback(settings.bindAddress())
        && settings.hostUrl() == null
        && settings.allowedHosts().isEmpty()) {
      log.warn(
          "Requests are served for localhost and for this machine's addresses only; set HOST_URL or"
              + " ALLOWED_HOSTS to the names that clients use");
    }
    return new HttpServer(server, open, settings.drainTimeout(), stopSignal, writes);
  }

  private static boolean isLoopback(String address) {
    try {
      return address.equals("localhost") || InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @SuppressWarnings(
      "removal") // Requests of HTTP/1.0 need not have a Host; RequestGuard looks at it.
  private static Http1Config http1() {
    return Http1Config.builder()
        .maxPrologueLength(Limits.REQUEST_LINE_MAX_BYTES)
        .maxHeadersSize(Limits.HEADERS_MAX_BYTES)
        .validateRequestHostHeader(false)
        .addSendListener(new UnsentLength())
        .build();
  }

  private static void refuseIfUnusable(Settings.Http settings) {
    ListenAddress.obstacle(settings)
        .ifPresent(obstacle -> {
          throw new StartException(obstacle);
        });
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  /**
   * Refuses new requests, lets open ones end within most of the drain timeout, which the other
   * parts share, and stops. Helidon's own grace cuts HTTP/2 connections at once, so the waiting is
   * done before it is asked to stop.
   */
  @Override
  public void close() {
    stopSignal.give();
    try {
      if (!open.drain(drainTimeout.multipliedBy(5).dividedBy(6))) {
        log.warn("{} requests are cut off (DRAIN_TIMEOUT_SECS)", open.count());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop();
    writes.close();
  }
}
