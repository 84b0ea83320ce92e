package dev.edgewise.core.rule;

import java.time.Instant;

/**
 * The token bucket of a Rate rule. Each start takes a token, and the tokens come back one by one.
 *
 * @param fullAt when all tokens are back if nothing starts until then
 */
public record Bucket(Instant fullAt) {

  /** A bucket from which nothing has been taken yet. */
  public static final Bucket FULL = new Bucket(Instant.EPOCH);

  /** Returns when the next start is possible; a moment in the past means at once. */
  public Instant nextStart(Rule.Rate rate) {
    return fullAt.minus(rate.interval().multipliedBy(rate.maxStarts() - 1));
  }

  /** Returns the bucket after so many starts. */
  public Bucket after(Rule.Rate rate, long starts, Instant now) {
    Instant from = fullAt.isAfter(now) ? fullAt : now;
    return new Bucket(from.plus(rate.interval().multipliedBy(starts)));
  }
}
