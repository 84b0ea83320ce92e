package dev.edgewise.core.rule;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which candidates of one claim may start. It decides in turn, and each admitted candidate
 * counts for the following ones.
 */
public final class Admission {
  private final Map<String, Set<Matcher>> matchersByKind = new HashMap<>();
  private final Map<MatchKey, Load> loads;
  private final Map<RateKey, Bucket> buckets;
  private final Usage usage;

  /**
   * Creates the admission of these candidates.
   *
   * @param used what is in use of the candidates' {@link #keys} and {@link #rates}
   */
  public Admission(List<Candidate> candidates, Usage used) {
    this.loads = new HashMap<>(used.loads());
    this.buckets = new HashMap<>(used.buckets());
    this.usage = new Usage(loads, buckets, used.now());
    for (MatchKey key : keys(candidates)) {
      String kind = key.matcher().kind();
      matchersByKind.computeIfAbsent(kind, _ -> new HashSet<>()).add(key.matcher());
    }
  }

  /** Returns the sets whose loads are needed to decide about these candidates. */
  public static Set<MatchKey> keys(List<Candidate> candidates) {
    Set<MatchKey> keys = new HashSet<>();
    for (Candidate candidate : candidates) {
      for (Rule rule : candidate.rules()) {
        if (!(rule instanceof Rule.Rate)) {
          rule.matcher().key(candidate).ifPresent(keys::add);
        }
      }
    }
    return keys;
  }

  /** Returns the rates whose buckets are needed to decide about these candidates. */
  public static Set<RateKey> rates(List<Candidate> candidates) {
    Set<RateKey> rates = new HashSet<>();
    for (Candidate candidate : candidates) {
      for (Rule rule : candidate.rules()) {
        if (rule instanceof Rule.Rate rate) {
          rate.matcher().key(candidate).ifPresent(key -> rates.add(new RateKey(key, rate)));
        }
      }
    }
    return rates;
  }

  /** Decides about the next candidate; an admitted one counts as held from now on. */
  public RuleDecision admit(Candidate candidate) {
    List<Blocked> obstacles = obstacles(candidate);
    if (!obstacles.isEmpty()) {
      return obstacles.getFirst();
    }
    for (Matcher matcher : matchersByKind.getOrDefault(candidate.kind(), Set.of())) {
      matcher
          .key(candidate)
          .ifPresent(key -> loads.put(key, usage.load(key).plus(candidate.remaining().orElse(0))));
    }
    for (RateKey rate : rates(List.of(candidate))) {
      buckets.put(rate, usage.bucket(rate).after(rate.rate(), 1, usage.now()));
    }
    return new Admitted();
  }

  /** Returns every rule that blocks the candidate, in the order of its rules. */
  public List<Blocked> obstacles(Candidate candidate) {
    return candidate.rules().stream()
        .map(rule -> rule.decide(candidate, usage))
        .filter(Blocked.class::isInstance)
        .map(Blocked.class::cast)
        .toList();
  }
}
