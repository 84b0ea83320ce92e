package dev.edgewise.core.rule;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A limit for the tasks that a matcher selects. */
public sealed interface Rule {

  /** Returns the matcher of the counted tasks. */
  Matcher matcher();

  /** At most this many tasks of the set are Running or Claimed. */
  record Concurrency(Matcher matcher, long maxConcurrency) implements Rule {
    public Concurrency {
      requireNotNegative("max_concurrency", maxConcurrency);
    }
  }

  /** A task starts only while the remaining work of the set is below this limit. */
  record Capacity(Matcher matcher, long maxCapacity) implements Rule {
    public Capacity {
      requireNotNegative("max_capacity", maxCapacity);
    }
  }

  /**
   * At most so many tasks with this rule start at once after a rest, and so many in each period on
   * average. Every attempt is a start.
   *
   * @param maxStarts the size of the token bucket, at least 1
   * @param per the time in which an empty bucket fills again, evenly
   */
  record Rate(Matcher matcher, long maxStarts, Duration per) implements Rule {
    public Rate {
      if (maxStarts < 1 || per.compareTo(Duration.ofNanos(maxStarts)) < 0) {
        throw new IllegalArgumentException(maxStarts + " starts per " + per + " is not a rate");
      }
    }

    /** Returns the time in which one token comes back. */
    Duration interval() {
      return per.dividedBy(maxStarts);
    }
  }

  /** Decides about a candidate. */
  default RuleDecision decide(Candidate candidate, Usage usage) {
    Optional<MatchKey> key = matcher().key(candidate);
    if (key.isEmpty()) {
      return new Blocked(
          "a rule needs metadata fields the task lacks: "
              + String.join(", ", matcher().missing(candidate.metadata())));
    }
    String set = key.get().description();
    Load load = usage.load(key.get());
    return switch (this) {
      case Concurrency(_, long max) when load.count() >= max ->
          new Blocked("concurrency of %s: %d of %d taken".formatted(set, load.count(), max));
      case Capacity _ when candidate.remaining().isEmpty() ->
          new Blocked("capacity of %s: the task has no expected_count".formatted(set));
      case Capacity(_, long max) when load.remaining() >= max ->
          new Blocked("capacity of %s: %d of %d in use".formatted(set, load.remaining(), max));
      case Rate rate -> {
        Instant next = usage.bucket(new RateKey(key.get(), rate)).nextStart(rate);
        yield next.isAfter(usage.now())
            ? new Blocked("rate of %s: next start in %s".formatted(set, seconds(usage.now(), next)))
            : new Admitted();
      }
      case Concurrency _, Capacity _ -> new Admitted();
    };
  }

  private static String seconds(Instant now, Instant next) {
    long millis = Duration.between(now, next).toMillis();
    return millis < 1_000 ? millis + " ms" : Math.ceilDiv(millis, 1_000) + " s";
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + " but must not be negative");
    }
  }
}
