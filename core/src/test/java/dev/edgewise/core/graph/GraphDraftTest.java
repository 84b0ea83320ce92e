package dev.edgewise.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Valid and invalid dependencies of a submission. */
class GraphDraftTest {
  private final GraphDraft draft = new GraphDraft();

  @Test
  void dependenciesMayNameLaterTasks() {
    task("d", "b", "c");
    task("b", "a");
    task("c", "a");
    task("a");
    GraphCheck check = draft.check();
    assertThat(check.sound()).isTrue();
    assertThat(check.graph().topologicalOrder()).containsExactly(3, 1, 2, 0);
    assertThat(IntStream.range(0, 4).map(draft::parent)).containsExactly(1, 2, 3, 3);
    assertThat(draft.indexOf("a")).isEqualTo(3);
    assertThat(draft.indexOf("nobody")).isEqualTo(-1);
  }

  @Test
  void everyProblemIsReportedAtOnce() {
    task("a", "c");
    task("b", "a", "b", "x");
    task("c", "b", "b");
    task("a");
    assertThat(lines())
        .containsExactly(
            "tasks[3].id: 'a' is already the id of tasks[0]",
            "tasks[1].dependencies[1].id: 'b' depends on itself",
            "tasks[1].dependencies[2].id: no task has the id 'x'",
            "tasks[2].dependencies[1].id: 'b' is named twice",
            "tasks: the dependencies form a cycle: a -> b -> c -> a");
  }

  @Test
  void theSameParentMayHaveManyChildren() {
    task("a");
    task("b", "a");
    task("c", "a");
    assertThat(draft.check().sound()).isTrue();
  }

  @Test
  void aLongCycleIsShortenedInTheMiddle() {
    for (int node = 0; node < 1000; node++) {
      task("n" + node, "n" + Math.floorMod(node - 1, 1000));
    }
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("tasks: the dependencies form a cycle: n0 -> n1 -> ")
        .contains(" -> n24 -> ... 950 more ... -> n975 -> ")
        .endsWith("n999 -> n0");
  }

  @Test
  @Timeout(30)
  void aMillionTasksAreChecked() {
    for (int node = 0; node < 1_000_000; node++) {
      draft.task("task-" + node);
      for (int position = 0; position < 3 && node > 2; position++) {
        draft.dependency(position, "task-" + (node - 1 - position));
      }
    }
    GraphCheck check = draft.check();
    assertThat(check.sound()).isTrue();
    assertThat(check.graph().edgeCount()).isEqualTo(2_999_991);
  }

  private void task(String name, String... parents) {
    draft.task(name);
    for (int position = 0; position < parents.length; position++) {
      draft.dependency(position, parents[position]);
    }
  }

  private List<String> lines() {
    return draft.check().problems().stream().map(GraphProblem::line).toList();
  }
}
