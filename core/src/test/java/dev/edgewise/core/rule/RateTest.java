package dev.edgewise.core.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.rule.RuleDecision.Admitted;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import dev.edgewise.core.state.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How many tasks a rate lets start, and when the next one may. */
class RateTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Matcher MAILS = new Matcher("mail", List.of());
  private static final Rule.Rate FIFTEEN_A_MINUTE = new Rule.Rate(MAILS, 15, Duration.ofMinutes(1));
  private static final Candidate MAIL = mail(Map.of(), FIFTEEN_A_MINUTE);
  private static final RateKey KEY = Admission.rates(List.of(MAIL)).iterator().next();

  @Test
  void afterARestAllTokensCanBeTakenAtOnceAndNoMore() {
    List<Candidate> mails = Collections.nCopies(20, MAIL);
    Admission admission = new Admission(mails, usage(Bucket.FULL, NOW));
    assertThat(mails.stream().map(admission::admit).filter(Admitted.class::isInstance)).hasSize(15);
    assertThat(admission.admit(MAIL))
        .isEqualTo(new Blocked("rate of kind 'mail': next start in 4 s"));
  }

  @Test
  void tokensComeBackEvenly() {
    Bucket empty = Bucket.FULL.after(FIFTEEN_A_MINUTE, 15, NOW);
    for (int seconds = 0; seconds <= 60; seconds++) {
      Instant then = NOW.plusSeconds(seconds);
      List<Candidate> mails = Collections.nCopies(20, MAIL);
      Admission admission = new Admission(mails, usage(empty, then));
      assertThat(mails.stream().map(admission::admit).filter(Admitted.class::isInstance))
          .as("after %d s", seconds)
          .hasSize(seconds / 4);
    }
  }

  @Test
  void aRestLongerThanThePeriodSavesNoFurtherTokens() {
    Bucket rested = Bucket.FULL.after(FIFTEEN_A_MINUTE, 15, NOW);
    Instant dayAfter = NOW.plus(Duration.ofDays(1));
    assertThat(rested.after(FIFTEEN_A_MINUTE, 15, dayAfter).nextStart(FIFTEEN_A_MINUTE))
        .isEqualTo(dayAfter.plusSeconds(4));
  }

  @Test
  void onlyTasksWithTheRuleTakeTokens() {
    Candidate unruled = mail(Map.of());
    Candidate alone = mail(Map.of(), new Rule.Rate(MAILS, 1, Duration.ofMinutes(1)));
    Admission admission =
        new Admission(List.of(unruled, unruled, alone), new Usage(Map.of(), Map.of(), NOW));
    assertThat(admission.admit(unruled)).isEqualTo(new Admitted());
    assertThat(admission.admit(unruled)).isEqualTo(new Admitted());
    assertThat(admission.admit(alone)).isEqualTo(new Admitted());
    assertThat(admission.admit(alone)).isInstanceOf(Blocked.class);
    assertThat(admission.admit(unruled)).isEqualTo(new Admitted());
  }

  @Test
  void eachValueOfTheFieldsHasItsOwnBucket() {
    Rule rule = new Rule.Rate(new Matcher("mail", List.of("to")), 1, Duration.ofMinutes(1));
    Candidate one = mail(Map.of("to", "1"), rule);
    Candidate other = mail(Map.of("to", "2"), rule);
    Admission admission = new Admission(List.of(one, other), new Usage(Map.of(), Map.of(), NOW));
    assertThat(admission.admit(one)).isEqualTo(new Admitted());
    assertThat(admission.admit(other)).isEqualTo(new Admitted());
    assertThat(admission.admit(one))
        .isEqualTo(new Blocked("rate of kind 'mail' with to=1: next start in 60 s"));
  }

  @Test
  void aTaskThatAnotherRuleBlocksTakesNoToken() {
    Candidate blocked = mail(Map.of(), FIFTEEN_A_MINUTE, new Rule.Concurrency(MAILS, 0));
    List<Candidate> mails = Collections.nCopies(15, MAIL);
    Admission admission = new Admission(List.of(blocked, MAIL), usage(Bucket.FULL, NOW));
    assertThat(admission.admit(blocked)).isInstanceOf(Blocked.class);
    assertThat(mails.stream().map(admission::admit)).containsOnly(new Admitted());
  }

  @Test
  void aWaitOfLessThanASecondIsToldInMilliseconds() {
    Bucket empty = Bucket.FULL.after(FIFTEEN_A_MINUTE, 15, NOW);
    Admission admission = new Admission(List.of(MAIL), usage(empty, NOW.plusMillis(3_500)));
    assertThat(admission.admit(MAIL))
        .isEqualTo(new Blocked("rate of kind 'mail': next start in 500 ms"));
  }

  @Test
  void aRateNeedsAStartAndATime() {
    assertThatThrownBy(() -> new Rule.Rate(MAILS, 0, Duration.ofMinutes(1)))
        .hasMessage("0 starts per PT1M is not a rate");
    assertThatThrownBy(() -> new Rule.Rate(MAILS, 1, Duration.ZERO))
        .hasMessage("1 starts per PT0S is not a rate");
  }

  private static Usage usage(Bucket bucket, Instant now) {
    return new Usage(Map.of(), Map.of(KEY, bucket), now);
  }

  private static Candidate mail(Map<String, String> metadata, Rule... rules) {
    return new Candidate(Workspace.DEFAULT, "mail", metadata, OptionalLong.empty(), List.of(rules));
  }
}
