package dev.edgewise.server.expression;

import com.google.re2j.Pattern;
import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.commit.TooMuchEffortException;
import dev.edgewise.server.config.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the expressions of a transaction, for each expression and for all together. Work is
 * counted in steps and memory in bytes. Both are computed from the sizes of values before an
 * operation runs, so that an expression exceeds its budget on every server or on none. The time
 * limit is only the last resort.
 */
final class Budget {
  /** How many characters or bytes are copied or compared in one step. */
  private static final int CHARACTERS_PER_STEP = 32;

  /** How many characters are compared in one step of a text search. */
  private static final int COMPARISONS_PER_STEP = 256;

  private static final int STEPS_PER_LOOK_AT_THE_CLOCK = 512;

  private static final int CHARACTER_BYTES = 2;
  static final int TEXT_BYTES = 48;
  private static final int LIST_BYTES = 40;
  private static final int ELEMENT_BYTES = 8;
  private static final int MAP_BYTES = 64;
  private static final int ENTRY_BYTES = 48;
  private static final int NUMBER_BYTES = 24;

  private final Effort effort;
  private final Share evaluation;
  private final Share transaction;
  private long stepsUntilLook;
  private @Nullable Pattern pattern;

  /** The used and allowed amounts of one evaluation, or of all in a transaction. */
  private static final class Share {
    final String whose;
    final long maxSteps;
    final long maxBytes;
    final Duration maxTime;
    long steps;
    long bytes;
    long begun = System.nanoTime();

    Share(String whose, long maxSteps, long maxBytes, Duration maxTime) {
      this.whose = whose;
      this.maxSteps = maxSteps;
      this.maxBytes = maxBytes;
      this.maxTime = maxTime;
    }

    boolean late() {
      return System.nanoTime() - begun > maxTime.toNanos();
    }
  }

  private Budget(Effort effort, Share evaluation, Share transaction) {
    this.effort = effort;
    this.evaluation = evaluation;
    this.transaction = transaction;
  }

  static Budget of(Effort effort) {
    return switch (effort) {
      case BRIEF -> {
        Share share =
            new Share(
                "",
                Limits.BRIEF_MAX_STEPS,
                Limits.BRIEF_MAX_MEMORY_BYTES,
                Duration.ofMillis(Limits.BRIEF_MAX_MILLIS));
        yield new Budget(effort, share, share);
      }
      case FULL ->
          new Budget(
              effort,
              new Share(
                  "it takes ",
                  Limits.EXPRESSION_MAX_STEPS,
                  Limits.EXPRESSION_MAX_MEMORY_BYTES,
                  Duration.ofSeconds(Limits.EXPRESSION_MAX_SECS)),
              new Share(
                  "it and the expressions evaluated together with it take ",
                  Limits.TRANSACTION_MAX_STEPS,
                  Limits.TRANSACTION_MAX_MEMORY_BYTES,
                  Duration.ofSeconds(Limits.TRANSACTION_MAX_SECS)));
    };
  }

  /** Starts the next evaluation. */
  void begin() {
    evaluation.begun = System.nanoTime();
    if (evaluation != transaction) {
      evaluation.steps = 0;
      evaluation.bytes = 0;
    }
  }

  /** Counts work. */
  void steps(long count) {
    evaluation.steps += count;
    if (evaluation != transaction) {
      transaction.steps += count;
    }
    stepsUntilLook -= count;
    if (stepsUntilLook < 0) {
      checkTime();
    }
  }

  private void checkTime() {
    stepsUntilLook = STEPS_PER_LOOK_AT_THE_CLOCK;
    for (Share share : new Share[] {evaluation, transaction}) {
      if (share.steps > share.maxSteps) {
        throw over(share, "more than " + share.maxSteps + " steps");
      }
      if (share.late()) {
        throw over(share, "more than " + share.maxTime.toSeconds() + " seconds");
      }
    }
  }

  /** Counts memory for a new value. */
  void bytes(long count) {
    evaluation.bytes += count;
    if (evaluation != transaction) {
      transaction.bytes += count;
    }
    check(evaluation);
    check(transaction);
  }

  /** Counts memory of a value that an earlier evaluation of the transaction has read. */
  void bytesReadBefore(long count) {
    if (evaluation != transaction) {
      evaluation.bytes += count;
      check(evaluation);
    }
  }

  /** Returns the steps of the current evaluation. */
  long steps() {
    return evaluation.steps;
  }

  /** Returns the memory of the current evaluation. */
  long bytes() {
    return evaluation.bytes;
  }

  private void check(Share share) {
    if (share.bytes > share.maxBytes) {
      throw over(share, "more than " + share.maxBytes / 1024 / 1024 + " MiB of memory");
    }
  }

  private OverBudget over(Share share, String what) {
    return new OverBudget(
        switch (effort) {
          case BRIEF -> new TooMuchEffortException();
          case FULL -> new ExpressionException(share.whose + what);
        });
  }

  /** Counts a scan of this many characters or bytes. */
  void scan(long characters) {
    steps(characters / CHARACTERS_PER_STEP);
  }

  /** Counts the search for one text in another. */
  void search(long characters, long soughtCharacters) {
    scan(characters + soughtCharacters);
    steps(product(characters, soughtCharacters) / COMPARISONS_PER_STEP);
  }

  /** Counts a new text or byte string. */
  void text(long characters) {
    scan(characters);
    bytes(TEXT_BYTES + characters * CHARACTER_BYTES);
  }

  /** Counts a new list, without its elements. */
  void list(long elements) {
    steps(elements / 4);
    bytes(LIST_BYTES + elements * ELEMENT_BYTES);
  }

  /** Counts elements added to a list. */
  void elements(long count) {
    bytes(count * ELEMENT_BYTES);
  }

  /** Counts a new map, without its keys and values. */
  void map(long entries) {
    steps(entries / 2);
    bytes(MAP_BYTES + entries * ENTRY_BYTES);
  }

  /** Counts new numbers. */
  void numbers(long count) {
    bytes(count * NUMBER_BYTES);
  }

  /** Returns the most recently compiled pattern; null before the first one. */
  @Nullable Pattern pattern() {
    return pattern;
  }

  void pattern(Pattern compiled) {
    pattern = compiled;
  }

  /** Multiplies; returns the largest number on overflow. */
  static long product(long one, long other) {
    return Math.multiplyHigh(one, other) == 0 && one * other >= 0
        ? one * other
        : Long.MAX_VALUE / 4;
  }
}
