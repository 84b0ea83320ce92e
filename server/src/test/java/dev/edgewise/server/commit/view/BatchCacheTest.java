package dev.edgewise.server.commit.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.commit.view.BatchCache.Left;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The states of tasks that a server remembers. */
class BatchCacheTest {
  private static final UUID BATCH = new UUID(1, 0);
  private static final TaskKey ROOT = new TaskKey(BATCH, 1);
  private static final TaskKey CHILD = new TaskKey(BATCH, 2);
  private static final Token FIRST_CLAIM = new Token(0, 1);

  private final BatchCache standings = new BatchCache();

  private static Shape shape(int parents) {
    return new Shape(
        "t",
        "kind",
        "work:kind",
        60,
        new int[0],
        new Condition[0],
        new int[parents],
        new Condition[parents],
        Join.ALL,
        List.of(),
        List.of(),
        null,
        null,
        false,
        new Shape.Hooks(false, false, false, false),
        DataFlow.NONE,
        Map.of(),
        0,
        -1,
        Shape.Traits.NONE);
  }

  private @Nullable Standing recalled(TaskKey task, int parents, Map<TaskKey, Token> tokens) {
    var recalled = standings.recall(Map.of(task, shape(parents)), tokens);
    return recalled == null ? null : recalled.standings().get(task);
  }

  private Standing waiting() {
    return Standing.untouched(TaskState.WAITING, 2);
  }

  @Test
  void anUnknownBatchIsNotRecalled() {
    assertThat(recalled(CHILD, 2, Map.of())).isNull();
  }

  @Test
  void tasksOfANewBatchStandAsTheyWereSubmitted() {
    standings.begin(BATCH, List.of());

    assertThat(recalled(CHILD, 2, Map.of())).isEqualTo(waiting());
  }

  @Test
  void aPendingTaskIsRecalledOnlyForItsNextClaim() {
    standings.begin(BATCH, List.of());

    assertThat(recalled(ROOT, 0, Map.of())).isNull();
    assertThat(recalled(ROOT, 0, Map.of(ROOT, new Token(0, 2)))).isNull();
    assertThat(recalled(ROOT, 0, Map.of(ROOT, FIRST_CLAIM)))
        .isEqualTo(Standing.untouched(TaskState.PENDING, 0).claimed(TaskState.RUNNING));
  }

  @Test
  void anEndedTaskIsForgottenAndNotTakenForNew() {
    standings.begin(BATCH, List.of());
    Standing ended = Standing.untouched(TaskState.SUCCESS, 0);
    standings.left(new Left(BATCH, 1, Map.of(ROOT.no(), ended)));

    assertThat(recalled(ROOT, 0, Map.of(ROOT, FIRST_CLAIM))).isNull();
    assertThat(recalled(CHILD, 2, Map.of())).isEqualTo(waiting());
  }

  @Test
  void aClaimedTaskIsNotRemembered() {
    Standing claimed = Standing.untouched(TaskState.PENDING, 0).claimed(TaskState.CLAIMED);
    standings.left(new Left(BATCH, 1, Map.of(ROOT.no(), claimed)));

    assertThat(recalled(ROOT, 0, Map.of(ROOT, FIRST_CLAIM))).isNull();
  }

  @Test
  void afterADifferentVersionABatchIsRecalledOnlyOnceItsVersionMatches() {
    standings.begin(BATCH, List.of());
    standings.found(BATCH, 7);
    standings.left(new Left(BATCH, 8, Map.of(CHILD.no(), waiting())));
    assertThat(recalled(CHILD, 2, Map.of())).isNull();

    standings.found(BATCH, 8);
    assertThat(recalled(CHILD, 2, Map.of())).isEqualTo(waiting());
  }

  @Test
  void aDoubtedBatchIsNotRecalled() {
    standings.begin(BATCH, List.of());
    standings.doubt(List.of(BATCH));

    assertThat(recalled(CHILD, 2, Map.of())).isNull();
  }

  @Test
  void theOldestBatchIsForgottenWhenThereAreTooMany() {
    standings.begin(BATCH, List.of());
    int many = 10_000;
    for (int i = 2; i < many; i++) {
      standings.begin(new UUID(i, 0), List.of());
    }

    assertThat(recalled(CHILD, 2, Map.of())).isNull();
    assertThat(recalled(new TaskKey(new UUID(many - 1, 0), 1), 2, Map.of())).isEqualTo(waiting());
  }
}
