package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The number of statements of a completion does not depend on how many tasks it affects. */
class StatementCountsTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private List<Integer> statements(IntFunction<TestTask[]> graph, boolean success) {
    List<Integer> counts = new ArrayList<>();
    for (int size : new int[] {1, 10, 100, 1_000, 10_000}) {
      store.submit("graph of " + size, graph.apply(size));
      TaskKey root = store.claim("root");
      Command end =
          success
              ? new Command.Succeed(root, null, "1")
              : new Command.Fail(root, null, FailureType.EXPLICIT, "no", true);
      try (var count = StatementCount.of(database.database())) {
        store.committer.apply(end);
        counts.add(count.statements());
      }
    }
    return counts;
  }

  private static TestTask[] fan(int size, Condition condition) {
    return IntStream.rangeClosed(0, size)
        .mapToObj(i ->
            i == 0 ? TestTask.task("0").kind("root") : TestTask.task("" + i).on(condition, "0"))
        .toArray(TestTask[]::new);
  }

  private static TestTask[] chain(int size, Condition condition) {
    return IntStream.rangeClosed(0, size)
        .mapToObj(i ->
            i == 0
                ? TestTask.task("0").kind("root")
                : TestTask.task("" + i).on(condition, "" + (i - 1)))
        .toArray(TestTask[]::new);
  }

  @Test
  void readyingManyChildrenCostsNoMoreThanOne() {
    assertThat(statements(size -> fan(size, Condition.ALWAYS), true))
        .as("lock and read the states, apply")
        .containsOnly(2);
  }

  @Test
  void skippingManyChildrenCostsNoMoreThanOne() {
    assertThat(statements(size -> fan(size, Condition.ON_SUCCESS), false))
        .as("lock, find the affected tasks, read their states, apply")
        .containsOnly(4);
  }

  @Test
  void skippingADeepChainCostsNoMoreThanAShortOne() {
    assertThat(statements(size -> chain(size, Condition.ON_SUCCESS), false)).containsOnly(4);
  }

  @Test
  void manyCompletionsInOneTransactionCostNoMoreThanOne() {
    int roots = 60;
    TestTask[] graph =
        IntStream.range(0, 2 * roots)
            .mapToObj(i ->
                i < roots
                    ? TestTask.task("" + i).kind("root")
                    : TestTask.task("" + i).after("" + (i - roots)))
            .toArray(TestTask[]::new);
    store.submit("many", graph);
    List<Command> ends =
        IntStream.range(0, roots)
            .<Command>mapToObj(_ -> new Command.Succeed(store.claim("root"), null, null))
            .toList();
    assertThat(statements(ends)).isEqualTo(2);
  }

  private int statements(List<Command> ends) {
    try (var count = StatementCount.of(database.database())) {
      database
          .database()
          .engine()
          .useTransaction(handle -> store.committer.within(handle, ends, Effort.BRIEF).run());
      return count.statements();
    }
  }

  @Test
  void findingManyDuplicatesCostsNoMoreThanFindingOne() {
    var matcher = new DedupeMatcher("once", TaskState.PENDING, List.of("a"));
    List<Integer> counts = new ArrayList<>();
    for (int size : new int[] {1, 10, 4_000}) {
      TestTask[] tasks =
          IntStream.range(0, size)
              .mapToObj(i ->
                  TestTask.task("" + i)
                      .kind("once")
                      .metadata("{\"a\":\"%d of %d\"}".formatted(i / 2, size))
                      .dedupe(matcher))
              .toArray(TestTask[]::new);
      try (var count = StatementCount.of(database.database())) {
        store.submit("batch of " + size, tasks);
        counts.add(count.statements());
      }
    }
    assertThat(counts).as("lock, find, batch, ready").containsOnly(4);
  }
}
