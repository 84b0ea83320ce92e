package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The tokens that executors hold. */
class DeliveryTokensTest {
  private static final TestDatabase DATABASE = TestDatabase.open();
  private static final TaskKey TASK = new TaskKey(new UUID(7, 3L << 32), 5);

  private final DeliveryTokens tokens = DeliveryTokens.of(DATABASE.database());

  @AfterAll
  static void close() {
    DATABASE.close();
  }

  @Test
  void everyServerRecognisesATokenOfAnother() {
    String text = tokens.encode(TASK, new Token(2, 9));
    assertThat(DeliveryTokens.of(DATABASE.database()).decode(TASK, text))
        .isEqualTo(new Token(2, 9));
  }

  @Test
  void aTokenIsGoodForItsTaskAlone() {
    String text = tokens.encode(TASK, new Token(0, 1));
    assertThat(tokens.decode(new TaskKey(TASK.batchId(), 6), text)).isNull();
    assertThat(tokens.decode(new TaskKey(new UUID(8, 3L << 32), 5), text)).isNull();
    assertThat(tokens.decode(new TaskKey(new UUID(7, 4L << 32), 5), text)).isNull();
  }

  @Test
  void aChangedTokenIsRefused() {
    String text = tokens.encode(TASK, new Token(0, 1));
    for (int i = 0; i < text.length() - 1; i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      assertThat(tokens.decode(TASK, text.substring(0, i) + other + text.substring(i + 1)))
          .isNull();
    }
    assertThat(tokens.decode(TASK, "no token")).isNull();
    assertThat(tokens.decode(TASK, text + "AAAA")).isNull();
  }

  @Test
  void theLinkToAnApprovalNamesItsAttemptAndCannotBeForged() {
    String text = tokens.approval(TASK, new Token(2, 0));
    assertThat(DeliveryTokens.of(DATABASE.database()).approval(text))
        .isEqualTo(new DeliveryTokens.Approval(TASK, new Token(2, 0)));
    assertThat(tokens.approval(TASK, new Token(3, 0))).isNotEqualTo(text);
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      assertThat(tokens.approval(text.substring(0, i) + other + text.substring(i + 1))).isNull();
    }
    assertThat(tokens.approval(tokens.encode(TASK, new Token(2, 0)))).isNull();
    assertThat(tokens.decode(TASK, text)).isNull();
    assertThat(tokens.approval("no link")).isNull();
  }

  @Test
  void tokensCanBeMadeConcurrently() {
    List<Token> all = IntStream.range(0, 1_000).mapToObj(claim -> new Token(0, claim)).toList();
    assertThat(all.parallelStream().map(each -> tokens.decode(TASK, tokens.encode(TASK, each))))
        .containsExactlyElementsOf(all);
  }
}
