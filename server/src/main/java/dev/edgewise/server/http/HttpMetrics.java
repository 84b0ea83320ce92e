package dev.edgewise.server.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures the duration of requests by route and status, and the number of open requests. */
final class HttpMetrics {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };
  private static final String UNROUTED = "none";

  private final MeterRegistry registry;
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

  HttpMetrics(MeterRegistry registry, OpenRequests open) {
    this.registry = registry;
    Gauge.builder("http.server.open.requests", open, OpenRequests::count)
        .description("Requests being served")
        .register(registry);
  }

  Call begin(String method, @Nullable Route route) {
    // Without a route, the method is any text of the client, which must not become a label value.
    String label = route == null ? UNROUTED : method;
    return new Call(label, route == null ? UNROUTED : route.path(), System.nanoTime());
  }

  /** The measurement of one request. */
  final class Call {
    private final String method;
    private final String route;
    private final long begun;

    private Call(String method, String route, long begun) {
      this.method = method;
      this.route = route;
      this.begun = begun;
    }

    void end(int status) {
      timers
          .computeIfAbsent(new Key(method, route, status), HttpMetrics.this::timer)
          .record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }
  }

  private record Key(String method, String route, int status) {}

  private Timer timer(Key key) {
    return Timer.builder("http.server.requests")
        .description("Requests served")
        .tag("method", key.method)
        .tag("route", key.route)
        .tag("status", String.valueOf(key.status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
