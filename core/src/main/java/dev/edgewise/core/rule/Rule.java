package dev.edgewise.core.rule;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import java.util.Map;
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

  /** Decides about a candidate; a set without an entry in the loads is empty. */
  default RuleDecision decide(Candidate candidate, Map<MatchKey, Load> loads) {
    Optional<MatchKey> key = matcher().key(candidate);
    if (key.isEmpty()) {
      return new Blocked(
          "a rule needs metadata fields the task lacks: "
              + String.join(", ", matcher().missing(candidate.metadata())));
    }
    String set = key.get().description();
    Load load = loads.getOrDefault(key.get(), Load.NONE);
    return switch (this) {
      case Concurrency(_, long max) when load.count() >= max ->
          new Blocked("concurrency of %s: %d of %d taken".formatted(set, load.count(), max));
      case Capacity _ when candidate.remaining().isEmpty() ->
          new Blocked("capacity of %s: the task has no expected_count".formatted(set));
      case Capacity(_, long max) when load.remaining() >= max ->
          new Blocked("capacity of %s: %d of %d in use".formatted(set, load.remaining(), max));
      case Concurrency _, Capacity _ -> new Admitted();
    };
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + " but must not be negative");
    }
  }
}
