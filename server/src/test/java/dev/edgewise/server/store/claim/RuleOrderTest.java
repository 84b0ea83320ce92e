package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Places that a rule limits go to the most urgent task, also while rows are locked. */
class RuleOrderTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final ParkedTasks parked = new ParkedTasks(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private static TestTask one(String id) {
    return TestTask.task(id).rules(TestTask.oneAtATime("test"));
  }

  /** Claims up to this many tasks; returns their numbers. */
  private List<Integer> claim(int room) {
    return store
        .claims
        .claim(
            new ClaimRequest(
                "w", true, Map.of(Lane.work(Workspace.DEFAULT, "test"), room), room, null))
        .stream()
        .map(claimed -> claimed.task().no())
        .toList();
  }

  /** Runs an action while another transaction has locked a task's row in the queue. */
  private void whileLocked(UUID batchId, int no, Runnable action) {
    try (Handle other = database.database().reader().open()) {
      other.begin();
      other.execute("select from queue where batch_id = ? and no = ? for update", batchId, no);
      action.run();
      other.rollback();
    }
  }

  private void succeed(UUID batchId, int no) {
    store.succeed(new TaskKey(batchId, no), null);
  }

  @Test
  void aLockedTaskKeepsItsTurn() {
    UUID batch = store.submit("probed", one("1"), one("2"), one("3"));
    assertThat(claim(3)).containsExactly(1);
    assertThat(parked.probe()).as("unparks the second").isNotEmpty();

    whileLocked(
        batch,
        2,
        () -> {
          succeed(batch, 1);
          assertThat(claim(1)).as("the third would overtake the second").isEmpty();
        });

    assertThat(claim(1)).containsExactly(2);
    assertThat(claim(1)).isEmpty();
    succeed(batch, 2);
    assertThat(claim(1)).containsExactly(3);
  }

  @Test
  void aParkedTaskGoesBeforeOneThatBecameReadyLater() {
    UUID batch = store.submit("parked", one("1"), one("2"));
    assertThat(claim(2)).containsExactly(1);
    // The lock keeps the second task from being unparked when the first frees its place.
    whileLocked(batch, 2, () -> succeed(batch, 1));

    UUID later = store.submit("later", one("1"));

    assertThat(store.claim("test")).isEqualTo(new TaskKey(batch, 2));
    assertThat(claim(1)).isEmpty();
    succeed(batch, 2);
    assertThat(store.claim("test")).isEqualTo(new TaskKey(later, 1));
  }

  @Test
  void aParkedTaskOfHigherPriorityGoesFirst() {
    UUID batch = store.submit("parked", one("1").priority(9), one("2"), one("3").priority(5));
    assertThat(claim(3)).containsExactly(1);
    whileLocked(batch, 3, () -> succeed(batch, 1));

    assertThat(claim(1)).as("although the second was unparked instead of it").containsExactly(3);
    assertThat(claim(2)).isEmpty();
    succeed(batch, 3);
    assertThat(claim(2)).containsExactly(2);
  }

  @Test
  void severalPlacesAreFilledInOrderUpToTheFirstTaskThatIsLocked() {
    String rule =
        TestTask.oneAtATime("test").replace("\"max_concurrency\":1", "\"max_concurrency\":3");
    UUID batch =
        store.submit(
            "three",
            TestTask.task("1").rules(rule),
            TestTask.task("2").rules(rule),
            TestTask.task("3").rules(rule),
            TestTask.task("4").rules(rule));

    whileLocked(batch, 2, () -> assertThat(claim(4)).containsExactly(1));

    assertThat(claim(4)).containsExactly(2, 3);
    succeed(batch, 2);
    assertThat(claim(4)).containsExactly(4);
  }

  @Test
  void aTaskHeldBackByAnotherRuleDoesNotBlockTheNext() {
    String both =
        TestTask.oneAtATime("test").replace("]}}]", "]}},")
            + TestTask.oneAtATime("other").substring(1);
    UUID batch =
        store.submit(
            "two rules",
            TestTask.task("other").kind("other"),
            one("2"),
            TestTask.task("3").rules(both),
            one("4"));
    assertThat(store.claim("other")).isEqualTo(new TaskKey(batch, 1));
    assertThat(claim(4)).containsExactly(2);
    whileLocked(batch, 3, () -> succeed(batch, 2));

    assertThat(claim(1)).as("the third waits for the other kind").containsExactly(4);
    assertThat(database.text("select parked from queue where no = 3"))
        .as("what it waits for now")
        .startsWith(Lane.rulePrefix(Workspace.DEFAULT, "other"));
    succeed(batch, 4);
    succeed(batch, 1);
    assertThat(claim(1)).containsExactly(3);
  }

  @Test
  void aBoundedSpreadStartsItsItemsInTheirOrder() {
    UUID batch = store.submit("spread", TestTask.task("s").flow(TestFlow.spread("4", 1)));
    assertThat(claim(4)).containsExactly(2);
    assertThat(parked.probe()).isNotEmpty();
    whileLocked(
        batch,
        3,
        () -> {
          succeed(batch, 2);
          assertThat(claim(1)).isEmpty();
        });
    for (int next = 3; next <= 5; next++) {
      assertThat(claim(1)).containsExactly(next);
      succeed(batch, next);
    }
  }
}
