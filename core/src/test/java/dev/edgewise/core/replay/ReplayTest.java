package dev.edgewise.core.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Tasks 1 and 2 are parents of 3, which needs the success of 1 and any end of 2. */
  private final ReplayedTask first = task(Condition.ON_SUCCESS);

  private final ReplayedTask second = task(Condition.ALWAYS);
  private final ReplayedTask last =
      new ReplayedTask(new int[0], new Condition[0], new int[] {1, 2});
  private final Replay replay = new Replay(Map.of(1, first, 2, second, 3, last));
  private final List<Row> transaction = new ArrayList<>();
  private long seconds;

  private static ReplayedTask task(Condition condition) {
    return new ReplayedTask(new int[] {3}, new Condition[] {condition}, new int[0]);
  }

  /** A row with the same attempt and detail for all. */
  private ReplayTest row(String type, int attempt, @Nullable String detail, Integer... nos) {
    transaction.add(
        new Row(
            (seconds * 100 + transaction.size()) * 10,
            EntryType.ofColumn(type),
            List.of(nos),
            Collections.nCopies(nos.length, attempt),
            detail == null ? List.of() : Collections.nCopies(nos.length, detail),
            START.plusSeconds(seconds)));
    return this;
  }

  private void commit() {
    replay.read(List.copyOf(transaction));
    transaction.clear();
    seconds++;
  }

  private void begin() {
    row("submitted", 0, null).row("pending", 0, null, 1, 2).row("waiting", 0, null, 3).commit();
    row("claimed", 0, null, 1, 2).commit();
    row("running", 0, null, 1).commit();
  }

  @Test
  void anEndWritesTheFactOfItsEdgeWithItsLedgerEntry() {
    begin();
    row("failure", 0, "boom", 2).row("skipped", 0, "unmet", 3).commit();

    assertThat(second.state()).isEqualTo(TaskState.FAILURE);
    assertThat(second.reason()).isEqualTo("boom");
    assertThat(second.endedAt()).isEqualTo(START.plusSeconds(3));
    assertThat(second.fact(0))
        .isEqualTo(new ReplayedFact(true, Resolution.FAILED, 0, 3000, START.plusSeconds(3)));
    assertThat(first.state()).isEqualTo(TaskState.RUNNING);
    assertThat(first.fact(0)).isNull();
    assertThat(last.state()).isEqualTo(TaskState.SKIPPED);
  }

  @Test
  void anEntryThatNoTransitionAllowsIsRefusedAndNamesItsTask() {
    begin();
    row("success", 0, null, 2).commit();
    row("retry_pending", 0, "boom", 1).commit();

    assertThatThrownBy(() -> row("running", 0, null, 2).commit())
        .isInstanceOfSatisfying(
            ImpossibleLineException.class, refused -> assertThat(refused.no()).isEqualTo(2))
        .hasMessage("the ledger has running of attempt 0 after success of attempt 0");
    transaction.clear();
    assertThatThrownBy(() -> row("running", 0, null, 1).commit())
        .hasMessage("the ledger has running of attempt 0 after retry_pending of attempt 1");
    transaction.clear();
    assertThatThrownBy(() -> row("claimed", 0, null, 3).commit())
        .hasMessage("the ledger has claimed of attempt 0 after waiting of attempt 0");
  }

  @Test
  void resumingRestoresTheStateBeforeThePause() {
    begin();
    row("paused", 0, null, 1, 3).commit();
    assertThat(first.pausedFrom()).isEqualTo(TaskState.RUNNING);
    row("resumed", 0, "running", 1).row("resumed", 0, "waiting", 3).commit();

    assertThat(first.state()).isEqualTo(TaskState.RUNNING);
    assertThat(first.pausedFrom()).isNull();
    assertThat(last.state()).isEqualTo(TaskState.WAITING);
  }

  @Test
  void anAttemptThatARerunCancelsResolvesNoEdge() {
    begin();
    row("success", 0, null, 1).row("pending", 0, null, 3).commit();
    row("running", 0, null, 3).row("success", 0, null, 3).commit();
    row("running", 0, null, 2).commit();
    row("canceled", 0, "Rerun", 2).row("rerun", 1, "running", 2).commit();

    assertThat(second.state()).isEqualTo(TaskState.WAITING);
    assertThat(second.fact(0)).isNull();
  }

  @Test
  void aRerunRemovesFactsExceptOfChildrenThatStay() {
    begin();
    row("success", 0, null, 1).commit();
    row("failure", 0, "boom", 2).row("pending", 0, null, 3).commit();
    row("running", 0, null, 3).row("success", 0, null, 3).commit();
    ReplayedFact before = second.fact(0);
    row("rerun", 1, "failure", 2).row("pending", 1, null, 2).commit();
    assertThat(second.fact(0)).as("3 has run on it").isEqualTo(before);
    row("running", 1, null, 2).row("success", 1, null, 2).commit();
    assertThat(second.fact(0)).isEqualTo(before);

    row("rerun", 1, "success", 3).row("pending", 1, null, 3).commit();
    assertThat(second.fact(0))
        .as("stated anew by the line of the child")
        .isEqualTo(new ReplayedFact(true, Resolution.SUCCESS, 1, 8000, START.plusSeconds(8)));
    row("rerun", 1, "success", 1).row("rerun", 2, "pending", 3).commit();
    assertThat(first.fact(0)).isNull();
    assertThat(second.fact(0)).isNotNull();
  }

  @Test
  void aMalformedLedgerRowIsRefused() {
    assertThatThrownBy(() -> row("dreamt", 0, null, 1).commit())
        .hasMessageContaining("unknown type of a ledger entry: dreamt");
    assertThatThrownBy(() -> new Row(7, EntryType.PENDING, List.of(1), List.of(), List.of(), START))
        .hasMessageContaining("row 7 differ in length");
  }
}
