package dev.edgewise.server.http.submission;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.server.input.Cursor;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the retry policy of a task. */
final class RetryReader {

  private static final List<String> MEMBERS =
      List.of(
          "max_retries",
          "initial_delay_secs",
          "backoff_multiplier",
          "max_delay_secs",
          "retry_on",
          "jitter");
  private static final Map<String, FailureType> FAILURES =
      Cursor.spellings(FailureType.values(), FailureType::wireName);
  private static final int INITIAL_DELAY_SECS = 5;
  private static final int MAX_DELAY_SECS = 300;
  private static final double MULTIPLIER = 2.0;

  private final Cursor in;
  private final SubmissionRules rules;

  RetryReader(Cursor in, SubmissionRules rules) {
    this.in = in;
    this.rules = rules;
  }

  @Nullable RetryPolicy read() {
    if (!in.object()) {
      return null;
    }
    Integer maxRetries = null;
    Integer initialDelay = null;
    Integer maxDelay = null;
    Double multiplier = null;
    Double jitter = null;
    Set<FailureType> retryOn = null;
    boolean comparable = true;
    while (in.nextMember()) {
      switch (in.member()) {
        case "max_retries" -> maxRetries = in.whole(1, rules.maxRetriesLimit());
        case "initial_delay_secs" -> {
          int before = in.violations();
          initialDelay = in.whole(1, rules.maxDelayLimitSecs());
          comparable &= in.violations() == before;
        }
        case "backoff_multiplier" -> multiplier = in.number(1, Double.MAX_VALUE);
        case "max_delay_secs" -> {
          int before = in.violations();
          maxDelay = in.whole(1, rules.maxDelayLimitSecs());
          comparable &= in.violations() == before;
        }
        case "retry_on" -> retryOn = retryOn();
        case "jitter" -> jitter = in.number(0, 1);
        default -> in.unknown(MEMBERS);
      }
    }
    in.require("max_retries", maxRetries);
    int least = Math.min(INITIAL_DELAY_SECS, rules.maxDelayLimitSecs());
    int initial = initialDelay == null ? least : initialDelay;
    int usual = Math.min(MAX_DELAY_SECS, rules.maxDelayLimitSecs());
    int max = maxDelay == null ? Math.max(usual, initial) : maxDelay;
    if (comparable && max < initial) {
      in.violation("max_delay_secs", "must not be below initial_delay_secs (" + initial + ")");
    }
    return new RetryPolicy(
        maxRetries == null ? 1 : maxRetries,
        initial,
        multiplier == null ? MULTIPLIER : multiplier,
        max,
        retryOn,
        jitter == null ? 0 : jitter);
  }

  private @Nullable Set<FailureType> retryOn() {
    if (!in.array()) {
      return null;
    }
    Set<FailureType> types = EnumSet.noneOf(FailureType.class);
    while (in.nextItem()) {
      FailureType type = in.oneOf(FAILURES);
      if (type == null) {
        in.violation("must not be null");
      } else {
        types.add(type);
      }
    }
    if (types.isEmpty()) {
      in.violation("must not be empty; null retries every failure");
    }
    return types;
  }
}
