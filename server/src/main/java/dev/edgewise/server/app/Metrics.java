package dev.edgewise.server.app;

import dev.edgewise.server.config.Build;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The metrics registry, with the metrics of the process. */
final class Metrics implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbage = new JvmGcMetrics();

  private Metrics() {}

  static Metrics start() {
    var metrics = new Metrics();
    PrometheusMeterRegistry registry = metrics.registry;
    metrics.garbage.bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    Gauge.builder("edgewise.info", () -> 1)
        .description("The running version")
        .tag("version", Build.CURRENT.version())
        .register(registry);
    return metrics;
  }

  static Counter skippedTicks(MeterRegistry registry) {
    return Counter.builder("edgewise.schedule.ticks.skipped")
        .description("Ticks of schedules that no run was started for")
        .register(registry);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  @Override
  public void close() {
    garbage.close();
    registry.close();
  }
}
