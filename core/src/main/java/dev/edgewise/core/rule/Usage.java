package dev.edgewise.core.rule;

import java.time.Instant;
import java.util.Map;

/**
 * What is in use of the limits that rules set, at a moment.
 *
 * @param loads the held tasks of the sets that rules count; a set without held tasks may be missing
 * @param buckets the token buckets of rates; a full one may be missing
 */
public record Usage(Map<MatchKey, Load> loads, Map<RateKey, Bucket> buckets, Instant now) {
  /** Returns the load of a set. */
  Load load(MatchKey set) {
    return loads.getOrDefault(set, Load.NONE);
  }

  /** Returns the bucket of a rate. */
  Bucket bucket(RateKey rate) {
    return buckets.getOrDefault(rate, Bucket.FULL);
  }
}
