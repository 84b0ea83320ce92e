package dev.edgewise.server.http.schedule;

import dev.edgewise.api.Json;
import dev.edgewise.api.ScheduleDefinition;
import dev.edgewise.api.ScheduleOverlap;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.store.schedule.Overlap;
import dev.edgewise.server.store.schedule.ScheduleSpec;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the definition of a schedule. */
final class ScheduleReader {
  static final ZoneId DEFAULT_ZONE = ZoneId.of("UTC");

  private static final Duration DEFAULT_CATCH_UP = Duration.ofHours(1);
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

  private final List<String> problems = new ArrayList<>();

  private ScheduleReader() {}

  /**
   * Reads and checks a definition.
   *
   * @throws ApiException with all problems
   */
  static ScheduleSpec read(Workspace workspace, String name, ScheduleDefinition given) {
    var reader = new ScheduleReader();
    ScheduleSpec spec = reader.spec(workspace, name, given);
    if (!reader.problems.isEmpty()) {
      throw ApiException.invalid(reader.problems);
    }
    return spec;
  }

  private ScheduleSpec spec(Workspace workspace, String name, ScheduleDefinition given) {
    if ((given.cron() == null) == (given.interval() == null)) {
      problems.add("cron: exactly one of cron and interval is required");
    }
    Duration interval =
        given.interval() == null
            ? null
            : duration("interval", given.interval(), LEAST_INTERVAL, Duration.ZERO);
    ScheduleSpec spec =
        new ScheduleSpec(
            workspace,
            name,
            Wire.text(given),
            given.workflow(),
            given.inputs() == null ? null : given.inputs().text(),
            given.cron(),
            interval,
            zone(given.zone()),
            duration("jitter", given.jitter(), Duration.ZERO, Duration.ZERO),
            overlap(given.overlap()),
            duration("catch_up", given.catchUp(), Duration.ZERO, DEFAULT_CATCH_UP));
    checkCron(spec);
    return spec;
  }

  private void checkCron(ScheduleSpec spec) {
    if (spec.cron() == null) {
      return;
    }
    try {
      Instant now = Instant.now();
      if (spec.cadence(now).after(now).isEmpty()) {
        problems.add("cron: matches no time");
      }
    } catch (IllegalArgumentException e) {
      problems.add("cron: " + e.getMessage());
    }
  }

  private ZoneId zone(@Nullable String zone) {
    if (zone == null) {
      return DEFAULT_ZONE;
    }
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      problems.add("zone: must be an IANA zone such as Europe/Berlin");
      return DEFAULT_ZONE;
    }
  }

  private static Overlap overlap(@Nullable ScheduleOverlap given) {
    return switch (given) {
      case QUEUE -> Overlap.QUEUE;
      case ALLOW -> Overlap.ALLOW;
      case SKIP -> Overlap.SKIP;
      case null -> Overlap.SKIP;
    };
  }

  private Duration duration(String field, @Nullable Json given, Duration least, Duration standard) {
    if (given == null || given.equals(Json.NULL)) {
      return standard;
    }
    try {
      Duration duration =
          given.text().startsWith("\"")
              ? Duration.parse(Wire.read(given.text(), String.class))
              : Duration.ofMillis(new BigDecimal(given.text()).movePointRight(3).longValueExact());
      if (duration.compareTo(least) >= 0
          && duration.toDays() <= Limits.SCHEDULE_MAX_DURATION_DAYS) {
        return Duration.ofMillis(duration.toMillis());
      }
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      // Falls through: the text is not a duration.
    }
    problems.add(
        "%s: must be seconds or an ISO 8601 duration such as PT5M, from %s to %d days"
            .formatted(field, least, Limits.SCHEDULE_MAX_DURATION_DAYS));
    return standard;
  }
}
