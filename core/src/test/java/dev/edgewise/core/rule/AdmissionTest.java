package dev.edgewise.core.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import dev.edgewise.core.state.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which candidates rules admit, and the reasons why they block others. */
class AdmissionTest {
  private static final Matcher BUILDS = new Matcher("build", List.of());
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Matcher BUILDS_OF_REGION = new Matcher("build", List.of("region"));

  @Test
  void concurrencyBlocksAtItsLimit() {
    Candidate candidate = build("\"eu\"", new Rule.Concurrency(BUILDS_OF_REGION, 3));
    assertThat(decide(candidate, new Load(2, 0))).isEqualTo(new Admitted());
    assertThat(decide(candidate, new Load(3, 0)))
        .isEqualTo(new Blocked("concurrency of kind 'build' with region=\"eu\": 3 of 3 taken"));
    assertThat(decide(candidate, new Load(4, 0))).isInstanceOf(Blocked.class);
  }

  @Test
  void capacityBlocksWhenTheRemainingWorkReachesItsLimit() {
    Candidate candidate = build("\"eu\"", new Rule.Capacity(BUILDS_OF_REGION, 100));
    assertThat(decide(candidate, new Load(7, 99))).isEqualTo(new Admitted());
    assertThat(decide(candidate, new Load(7, 100)))
        .isEqualTo(new Blocked("capacity of kind 'build' with region=\"eu\": 100 of 100 in use"));
  }

  @Test
  void capacityNeedsAnExpectedCount() {
    List<Rule> rules = List.of(new Rule.Capacity(BUILDS, 100));
    Candidate candidate =
        new Candidate(Workspace.DEFAULT, "build", Map.of(), OptionalLong.empty(), rules);
    assertThat(new Admission(List.of(candidate), used(Map.of())).admit(candidate))
        .isEqualTo(new Blocked("capacity of kind 'build': the task has no expected_count"));
  }

  @Test
  void aMissingFieldBlocksAndIsNamed() {
    Matcher matcher = new Matcher("build", List.of("region", "tier", "owner"));
    Candidate candidate = build("\"eu\"", new Rule.Concurrency(matcher, 3));
    assertThat(new Admission(List.of(candidate), used(Map.of())).admit(candidate))
        .isEqualTo(new Blocked("a rule needs metadata fields the task lacks: tier, owner"));
    assertThat(Admission.keys(List.of(candidate))).isEmpty();
  }

  @Test
  void aFieldThatIsJsonNullIsAValueLikeAnother() {
    Candidate candidate = build("null", new Rule.Concurrency(BUILDS_OF_REGION, 1));
    Admission admission = new Admission(List.of(candidate, candidate), used(Map.of()));
    assertThat(admission.admit(candidate)).isEqualTo(new Admitted());
    assertThat(admission.admit(candidate)).isInstanceOf(Blocked.class);
  }

  @Test
  void aRuleWithoutFieldsCountsTasksWithoutMetadata() {
    List<Rule> rules = List.of(new Rule.Concurrency(BUILDS, 1));
    Candidate bare =
        new Candidate(Workspace.DEFAULT, "build", Map.of(), OptionalLong.empty(), rules);
    Admission admission = new Admission(List.of(bare, bare), used(Map.of()));
    assertThat(admission.admit(bare)).isEqualTo(new Admitted());
    assertThat(admission.admit(bare)).isInstanceOf(Blocked.class);
  }

  @Test
  void anAdmittedCandidateCountsForTheNextOnes() {
    Rule rule = new Rule.Concurrency(BUILDS_OF_REGION, 2);
    Candidate eu = build("\"eu\"", rule);
    Candidate us = build("\"us\"", rule);
    Candidate unruled = build("\"eu\"");
    List<Candidate> candidates = List.of(unruled, eu, eu, us, us, us);
    Admission admission = new Admission(candidates, used(Map.of()));
    assertThat(candidates.stream().map(admission::admit).map(Admitted.class::isInstance))
        .containsExactly(true, true, false, true, true, false);
  }

  @Test
  void aBlockedCandidateHoldsNothing() {
    Candidate candidate =
        build("\"eu\"", new Rule.Concurrency(BUILDS, 5), new Rule.Capacity(BUILDS, 20));
    Admission admission = new Admission(List.of(candidate), used(Map.of()));
    assertThat(admission.admit(candidate)).isEqualTo(new Admitted());
    assertThat(admission.admit(candidate)).isEqualTo(new Admitted());
    assertThat(admission.admit(candidate)).isInstanceOf(Blocked.class);
    assertThat(admission.admit(candidate))
        .isEqualTo(new Blocked("capacity of kind 'build': 20 of 20 in use"));
  }

  @Test
  void aRuleMayCountAnotherKind() {
    Rule rule = new Rule.Concurrency(new Matcher("deploy", List.of()), 1);
    Candidate candidate = build("\"eu\"", rule);
    Admission admission = new Admission(List.of(candidate), used(Map.of()));
    assertThat(admission.admit(candidate)).isEqualTo(new Admitted());
    assertThat(admission.admit(candidate)).as("builds are not counted").isEqualTo(new Admitted());
    assertThat(decide(candidate, new Load(1, 0))).isInstanceOf(Blocked.class);
  }

  @Test
  void allObstaclesAreListed() {
    Candidate candidate =
        build("\"eu\"", new Rule.Concurrency(BUILDS, 0), new Rule.Capacity(BUILDS_OF_REGION, 0));
    assertThat(new Admission(List.of(candidate), used(Map.of())).obstacles(candidate)).hasSize(2);
  }

  @Test
  void remainingWorkIsNeverNegative() {
    assertThat(Load.remaining(10, 3, 2)).isEqualTo(5);
    assertThat(Load.remaining(10, 8, 9)).isZero();
    assertThat(Load.remaining(10, Long.MAX_VALUE, Long.MAX_VALUE)).isZero();
    assertThat(new Load(1, Long.MAX_VALUE).plus(Long.MAX_VALUE).remaining())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aNegativeLimitIsRefused() {
    assertThatThrownBy(() -> new Rule.Concurrency(BUILDS, -1))
        .hasMessage("max_concurrency is -1 but must not be negative");
  }

  private static Candidate build(String region, Rule... rules) {
    return new Candidate(
        Workspace.DEFAULT, "build", Map.of("region", region), OptionalLong.of(10), List.of(rules));
  }

  private static RuleDecision decide(Candidate candidate, Load load) {
    MatchKey key = Admission.keys(List.of(candidate)).iterator().next();
    return new Admission(List.of(candidate), used(Map.of(key, load))).admit(candidate);
  }

  private static Usage used(Map<MatchKey, Load> loads) {
    return new Usage(loads, Map.of(), NOW);
  }
}
