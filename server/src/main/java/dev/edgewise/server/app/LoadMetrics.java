package dev.edgewise.server.app;

import dev.edgewise.server.store.read.Load;
import dev.edgewise.server.store.read.Loads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gauges of queued and leased tasks by workspace, read from the database for each scrape. */
final class LoadMetrics {
  private static final Logger log = LoggerFactory.getLogger(LoadMetrics.class);

  /** How long a read serves scrapes. */
  private static final Duration FRESH = Duration.ofMillis(500);

  private final Loads loads;
  private final List<Family> families = new ArrayList<>();
  private long looked = System.nanoTime() - FRESH.toNanos();

  /** The series of one metric that have the same other labels. */
  private record Family(MultiGauge gauge, ToLongFunction<Load> part) {}

  LoadMetrics(Loads loads, MeterRegistry registry) {
    this.loads = loads;
    add(registry, "edgewise.queue", Tags.of("state", "ready"), Load::ready, "Queued tasks");
    add(registry, "edgewise.queue", Tags.of("state", "parked"), Load::parked, "Queued tasks");
    add(registry, "edgewise.rate.waiting", Tags.empty(), Load::rated, "Tasks waiting for a rate");
    add(registry, "edgewise.leases", Tags.of("by", "worker"), Load::byWorkers, "Leased tasks");
    add(registry, "edgewise.leases", Tags.of("by", "webhook"), Load::byWebhooks, "Leased tasks");
    add(registry, "edgewise.workers", Tags.empty(), Load::workers, "Workers that hold tasks");
    add(registry, "edgewise.deliveries.dead", Tags.empty(), Load::dead, "Webhook calls given up");
    add(registry, "edgewise.outbox", Tags.empty(), Load::owed, "Webhook calls in the outbox");
    waits(registry, "for", load -> load.waits().durations());
    waits(registry, "until", load -> load.waits().points());
    waits(registry, "signal", load -> load.waits().signals());
    waits(registry, "approval", load -> load.waits().approvals());
    add(
        registry,
        "edgewise.approvals.waiting",
        Tags.empty(),
        load -> load.waits().approvals(),
        "Approvals that tasks wait for");
    add(
        registry,
        "edgewise.signals.buffered",
        Tags.empty(),
        Load::signals,
        "Signals that no task has waited for yet");
    add(
        registry,
        "edgewise.calls.open",
        Tags.empty(),
        Load::calls,
        "Tasks that wait for a workflow that they call");
  }

  private void waits(MeterRegistry registry, String kind, ToLongFunction<Load> part) {
    add(registry, "edgewise.waits.open", Tags.of("kind", kind), part, "Tasks that wait");
  }

  private void add(
      MeterRegistry registry, String name, Tags tags, ToLongFunction<Load> part, String meaning) {
    MultiGauge gauge =
        MultiGauge.builder(name)
            .description(meaning + ", on all servers of the database")
            .tags(tags)
            .register(registry);
    families.add(new Family(gauge, part));
  }

  /** Reads the load again, unless that was done a moment ago. */
  synchronized void refresh() {
    if (System.nanoTime() - looked < FRESH.toNanos()) {
      return;
    }
    try {
      List<Load> now = loads.now();
      families.forEach(family -> show(family, now));
    } catch (JdbiException e) {
      // Metrics must stay available while the database is not.
      log.debug("The load could not be read", e);
    }
    looked = System.nanoTime();
  }

  private static void show(Family family, List<Load> loads) {
    family
        .gauge()
        .register(
            loads.stream()
                .<Row<?>>map(load ->
                    Row.of(Tags.of("workspace", load.workspace()), family.part().applyAsLong(load)))
                .toList(),
            true);
  }
}
