package dev.edgewise.core.rule;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One claim's view of what is held: it decides about its candidates in turn, and whoever was
 * admitted counts for those that follow.
 */
public final class Admission {
  private final Map<MatchKey, Load> loads = new HashMap<>();
  private final Map<String, Set<Matcher>> matchersByKind = new HashMap<>();

  /**
   * A claim of these candidates.
   *
   * @param held the loads of those among the candidates' {@link #keys} that hold anything
   */
  public Admission(List<Candidate> candidates, Map<MatchKey, Load> held) {
    loads.putAll(held);
    for (MatchKey key : keys(candidates)) {
      String kind = key.matcher().kind();
      matchersByKind.computeIfAbsent(kind, _ -> new HashSet<>()).add(key.matcher());
    }
  }

  /** The sets whose loads must be known to decide about these candidates. */
  public static Set<MatchKey> keys(List<Candidate> candidates) {
    Set<MatchKey> keys = new HashSet<>();
    for (Candidate candidate : candidates) {
      for (Rule rule : candidate.rules()) {
        rule.matcher().key(candidate.metadata()).ifPresent(keys::add);
      }
    }
    return keys;
  }

  /** Decides about the next candidate; an admitted one is held from now on. */
  public RuleDecision admit(Candidate candidate) {
    List<Blocked> obstacles = obstacles(candidate);
    if (!obstacles.isEmpty()) {
      return obstacles.getFirst();
    }
    for (Matcher matcher : matchersByKind.getOrDefault(candidate.kind(), Set.of())) {
      matcher
          .key(candidate.metadata())
          .ifPresent(key -> {
            Load load = loads.getOrDefault(key, Load.NONE);
            loads.put(key, load.plus(candidate.remaining().orElse(0)));
          });
    }
    return new Admitted();
  }

  /** Every rule that blocks the candidate, in the order of its rules. */
  public List<Blocked> obstacles(Candidate candidate) {
    return candidate.rules().stream()
        .map(rule -> rule.decide(candidate, loads))
        .filter(Blocked.class::isInstance)
        .map(Blocked.class::cast)
        .toList();
  }
}
