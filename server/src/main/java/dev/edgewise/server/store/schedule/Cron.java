package dev.edgewise.server.store.schedule;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * A cron expression in a zone: five fields, or six with the seconds first.
 *
 * <p>The expression is about what a clock on the wall shows. A time that the clock skips is the end
 * of the gap, however many of them fall into it; a time that it shows twice counts the first time.
 */
public final class Cron implements Cadence {
  private static final int FIELDS_WITH_SECONDS = 6;

  private static final CronParser FIVE =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
  private static final CronParser SIX =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.SPRING53));

  private final ExecutionTime times;
  private final ZoneRules rules;

  private Cron(ExecutionTime times, ZoneRules rules) {
    this.times = times;
    this.rules = rules;
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException that says what is wrong with the expression
   */
  public static Cron of(String expression, ZoneId zone) {
    int fields = expression.strip().split("\\s+").length;
    CronParser parser = fields == FIELDS_WITH_SECONDS ? SIX : FIVE;
    return new Cron(ExecutionTime.forCron(parser.parse(expression.strip())), zone.getRules());
  }

  @Override
  public Optional<Instant> after(Instant moment) {
    // The library keeps fractions of a second, and a field of all seconds would tick between them.
    LocalDateTime clock =
        LocalDateTime.ofInstant(moment, rules.getOffset(moment)).truncatedTo(ChronoUnit.SECONDS);
    while (true) {
      // In a zone without changes of the clock, so that the library has nothing to decide.
      Optional<LocalDateTime> next =
          times.nextExecution(clock.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      clock = next.get();
      Instant tick = instant(clock);
      // Within an hour that the clock shows twice the first time may be over.
      if (tick.isAfter(moment)) {
        return Optional.of(tick);
      }
    }
  }

  private Instant instant(LocalDateTime clock) {
    ZoneOffsetTransition change = rules.getTransition(clock);
    return change != null && change.isGap()
        ? change.getInstant()
        : clock.toInstant(rules.getValidOffsets(clock).getFirst());
  }
}
