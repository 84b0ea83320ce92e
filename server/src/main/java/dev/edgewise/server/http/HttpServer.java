package dev.edgewise.server.http;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listening server: HTTP/1.1 and HTTP/2 in the clear, one virtual thread per connection. */
public final class HttpServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /**
   * How much of a body that is too large is still read, so that its client, busy sending, gets to
   * see the answer.
   */
  private static final long EXCESS_MAX_BYTES = 64L * 1024 * 1024;

  /** How long Helidon waits for threads that have ended their requests or must be interrupted. */
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

  private final WebServer server;
  private final OpenRequests open;
  private final Duration drainTimeout;
  private final StopSignal stopSignal;

  private HttpServer(
      WebServer server, OpenRequests open, Duration drainTimeout, StopSignal stopSignal) {
    this.server = server;
    this.open = open;
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
   * @param stopSignal is given when the server stops, before it waits for open requests
   */
  public static HttpServer start(
      Settings.Http settings, RouteTable routes, MeterRegistry meters, StopSignal stopSignal) {
    var open = new OpenRequests();
    var dispatcher =
        new Dispatcher(routes, open, new HttpMetrics(meters, open), settings.maxBodyBytes());
    var connections =
        new ClientConnections(
            Http1Config.builder()
                .maxPrologueLength(Limits.REQUEST_LINE_MAX_BYTES)
                .maxHeadersSize(Limits.HEADERS_MAX_BYTES)
                .build());
    WebServer server =
        WebServer.builder()
            .host(settings.bindAddress())
            .port(settings.port())
            .addConnectionSelector(connections)
            .maxPayloadSize(settings.maxBodyBytes() + EXCESS_MAX_BYTES)
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
    return new HttpServer(server, open, settings.drainTimeout(), stopSignal);
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  /**
   * Refuses new requests, lets open ones end within the drain timeout, and stops. Helidon's own
   * grace cuts HTTP/2 connections at once, so the waiting is done before it is asked to stop.
   */
  @Override
  public void close() {
    stopSignal.give();
    try {
      if (!open.drain(drainTimeout)) {
        log.warn("{} requests are cut off (DRAIN_TIMEOUT_SECS)", open.count());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop();
  }
}
