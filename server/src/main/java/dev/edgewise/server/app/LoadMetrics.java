package dev.edgewise.server.app;

import dev.edgewise.server.store.read.Load;
import dev.edgewise.server.store.read.Loads;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gauges of queued and leased tasks, read from the database when metrics are scraped. */
final class LoadMetrics {
  private static final Logger log = LoggerFactory.getLogger(LoadMetrics.class);

  /** How long a read serves the gauges of one scrape. */
  private static final Duration FRESH = Duration.ofMillis(500);

  private final Loads loads;
  private Load last = Load.NOTHING;
  private long looked = System.nanoTime() - FRESH.toNanos();

  LoadMetrics(Loads loads, MeterRegistry registry) {
    this.loads = loads;
    gauge(registry, "edgewise.queue", Tags.of("state", "ready"), Load::ready, "Queued tasks");
    gauge(registry, "edgewise.queue", Tags.of("state", "parked"), Load::parked, "Queued tasks");
    gauge(registry, "edgewise.leases", Tags.of("by", "worker"), Load::byWorkers, "Leased tasks");
    gauge(registry, "edgewise.leases", Tags.of("by", "webhook"), Load::byWebhooks, "Leased tasks");
    gauge(registry, "edgewise.workers", Tags.empty(), Load::workers, "Workers that hold tasks");
    gauge(registry, "edgewise.outbox", Tags.empty(), Load::owed, "Webhook calls in the outbox");
  }

  private void gauge(
      MeterRegistry registry, String name, Tags tags, ToLongFunction<Load> part, String meaning) {
    Gauge.builder(name, () -> part.applyAsLong(now()))
        .description(meaning + ", on all servers of the database")
        .tags(tags)
        .register(registry);
  }

  private synchronized Load now() {
    if (System.nanoTime() - looked >= FRESH.toNanos()) {
      try {
        last = loads.now();
      } catch (JdbiException e) {
        // Metrics must stay available while the database is not.
        log.debug("The load could not be read", e);
      }
      looked = System.nanoTime();
    }
    return last;
  }
}
