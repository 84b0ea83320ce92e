package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import java.io.ByteArrayInputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SubmissionWarmUpTest {

  @Test
  void theGeneratedSubmissionIsValid() {
    var rules = new SubmissionRules(1_000, 0, 0, _ -> null, new Language(), null);
    byte[] body = SubmissionWarmUp.graph("warm-up", 1_000).getBytes(UTF_8);

    BatchSpec batch = SubmissionReader.read(new ByteArrayInputStream(body), rules);

    assertThat(batch.tasks()).hasSize(1_000);
    assertThat(batch.tasks().stream().mapToInt(task -> task.dependencies().size()).sum())
        .isEqualTo(900 * 3);
  }

  @Test
  void theWarmUpRunsAllRoundsWithoutADatabase() {
    assertThat(SubmissionWarmUp.run(() -> false)).isEqualTo(SubmissionWarmUp.ROUNDS);
  }

  @Test
  void theWarmUpEndsWhenItsStopConditionHolds() {
    var asked = new AtomicInteger();

    assertThat(SubmissionWarmUp.run(() -> asked.incrementAndGet() > 3)).isEqualTo(3);
  }
}
