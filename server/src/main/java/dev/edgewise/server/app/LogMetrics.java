package dev.edgewise.server.app;

import dev.edgewise.server.http.work.WorkLogs;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of the logs of tasks. */
final class LogMetrics implements WorkLogs.Measures {
  private final Counter lines;
  private final Counter dropped;

  LogMetrics(MeterRegistry registry) {
    lines =
        Counter.builder("edgewise.log.lines")
            .description("Stored lines that executors logged")
            .register(registry);
    dropped =
        Counter.builder("edgewise.log.lines.dropped")
            .description("Lines beyond LOG_MAX_BYTES_PER_ATTEMPT")
            .register(registry);
  }

  @Override
  public void logged(int stored, int beyond) {
    lines.increment(stored);
    dropped.increment(beyond);
  }
}
