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
  private final Map<MatchKey, Load> loads = new HashMap<>();
  private final Map<String, Set<Matcher>> matchersByKind = new HashMap<>();

  /**
   * Creates the admission of these candidates.
   *
   * @param held the loads of the candidates' {@link #keys}; sets without held tasks may be missing
   */
  public Admission(List<Candidate> candidates, Map<MatchKey, Load> held) {
    loads.putAll(held);
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
        rule.matcher().key(candidate).ifPresent(keys::add);
      }
    }
    return keys;
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
          .ifPresent(key -> {
            Load load = loads.getOrDefault(key, Load.NONE);
            loads.put(key, load.plus(candidate.remaining().orElse(0)));
          });
    }
    return new Admitted();
  }

  /** Returns every rule that blocks the candidate, in the order of its rules. */
  public List<Blocked> obstacles(Candidate candidate) {
    return candidate.rules().stream()
        .map(rule -> rule.decide(candidate, loads))
        .filter(Blocked.class::isInstance)
        .map(Blocked.class::cast)
        .toList();
  }
}
