package dev.edgewise.server.calls;

import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.webhook.CallReply;
import dev.edgewise.server.webhook.Circuit;
import dev.edgewise.server.webhook.Hosts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The metrics of webhook calls. */
final class WebhookMetrics {
  private static final String TRIGGER = "trigger";
  private static final String OUTCOME = "outcome";

  private final Map<Trigger, Counter> skips = new EnumMap<>(Trigger.class);
  private final Map<Trigger, Counter> successes = new EnumMap<>(Trigger.class);
  private final Map<Trigger, Counter> failures = new EnumMap<>(Trigger.class);
  private final Map<Trigger, Timer> durations = new EnumMap<>(Trigger.class);
  private final Counter conflicts;
  private final Counter dead;
  private final MultiGauge circuits;
  private Set<String> shown = Set.of();

  WebhookMetrics(MeterRegistry registry, Hosts hosts) {
    for (Trigger trigger : Trigger.values()) {
      Tags tags = Tags.of(TRIGGER, trigger.word());
      skips.put(
          trigger,
          Counter.builder("webhook.idempotent.skips")
              .description("Calls skipped because they had already succeeded")
              .tags(tags)
              .register(registry));
      successes.put(trigger, attempts(registry, tags.and(OUTCOME, "success")));
      failures.put(trigger, attempts(registry, tags.and(OUTCOME, "failure")));
      durations.put(
          trigger,
          Timer.builder("webhook.duration")
              .description("Duration of webhook calls")
              .tags(tags)
              .publishPercentileHistogram()
              .minimumExpectedValue(Duration.ofMillis(1))
              .maximumExpectedValue(Duration.ofSeconds(60))
              .register(registry));
    }
    conflicts =
        Counter.builder("webhook.idempotent.conflicts")
            .description("Calls delayed because another server was making them")
            .register(registry);
    dead =
        Counter.builder("webhook.deliveries.dead")
            .description("Deliveries that reached the maximum number of calls")
            .register(registry);
    Gauge.builder("webhook.calls.open", hosts, Hosts::open)
        .description("Open calls and reserved places")
        .register(registry);
    circuits =
        MultiGauge.builder("webhook.circuit.state")
            .description("Hosts whose circuit is not closed: 1 half open, 2 open")
            .register(registry);
    hosts.whenRoom(() -> show(hosts));
  }

  private static Counter attempts(MeterRegistry registry, Tags tags) {
    return Counter.builder("webhook.attempts")
        .description("Webhook calls made")
        .tags(tags)
        .register(registry);
  }

  void called(Trigger trigger, CallReply reply, Duration duration) {
    of(reply.accepted() ? successes : failures, trigger).increment();
    of(durations, trigger).record(duration);
  }

  void skipped(Trigger trigger) {
    of(skips, trigger).increment();
  }

  void conflict() {
    conflicts.increment();
  }

  void gaveUp() {
    dead.increment();
  }

  /** Publishes the hosts whose circuits are not closed; their states are read when asked for. */
  private synchronized void show(Hosts hosts) {
    Set<String> sick = hosts.circuits().keySet();
    if (!sick.equals(shown)) {
      shown = sick;
      circuits.register(
          sick.stream()
              .map(name -> Row.of(Tags.of("host", name), hosts, all -> number(all.circuit(name))))
              .toList(),
          true);
    }
  }

  private static int number(Circuit.State state) {
    return switch (state) {
      case CLOSED -> 0;
      case HALF_OPEN -> 1;
      case OPEN -> 2;
    };
  }

  private static <T> T of(Map<Trigger, T> meters, Trigger trigger) {
    T meter = meters.get(trigger);
    if (meter == null) {
      throw new IllegalStateException("no meter for " + trigger);
    }
    return meter;
  }
}
