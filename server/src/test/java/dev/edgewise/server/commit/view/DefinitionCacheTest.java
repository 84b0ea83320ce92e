package dev.edgewise.server.commit.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefinitionCacheTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private static List<TaskKey> keys(UUID batchId, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(no -> new TaskKey(batchId, no)).toList();
  }

  private Map<TaskKey, Shape> read(List<TaskKey> tasks) {
    return database
        .database()
        .reader()
        .withHandle(handle -> new DefinitionCache().of(handle, tasks));
  }

  @Test
  void definitionsLearnedFromASubmissionEqualThoseThatAreRead() {
    UUID other = store.submit("other", TestTask.task("far"));
    String hooks = "[%s]".formatted(TestTask.call("http://localhost/hook"));
    UUID batchId =
        store.submit(
            "rich",
            TestTask.task("plain"),
            TestTask.task("below")
                .kind("other")
                .timeout(7)
                .priority(3)
                .after("plain")
                .on(Condition.ON_FAILURE, "hooked")
                .on(Condition.ALWAYS, new TaskKey(other, 1).publicId()),
            TestTask.task("hooked")
                .calls("http://localhost/start")
                .on(Condition.ALWAYS, "plain")
                .metadata("{\"a\":1}"),
            TestTask.task("ends").actions(new Actions(null, hooks, null, hooks)).barrier(),
            TestTask.task("again").retry(3).startAfter(new StartAfter.In(Duration.ofHours(1))),
            TestTask.task("value").flow(TestFlow.let("1")),
            TestTask.task("spread")
                .after("plain")
                .flow(
                    new DataFlow(
                        null,
                        "true",
                        null,
                        null,
                        "{\"n\":1}",
                        new Spread("[1, 2]", Spread.Errors.COLLECT, null, 2),
                        null,
                        null)));
    List<TaskKey> tasks = keys(batchId, 7);

    Map<TaskKey, Shape> learned = store.committer.definitions().known(tasks);

    assertThat(learned).isNotNull();
    assertThat(learned).usingRecursiveComparison().isEqualTo(read(tasks));
  }

  @Test
  void definitionsOfALargeBatchAreReadAndNotRemembered() {
    TestTask[] many =
        IntStream.rangeClosed(1, 20_000)
            .mapToObj(i -> TestTask.task("" + i))
            .toArray(TestTask[]::new);
    List<TaskKey> tasks = keys(store.submit("large", many), 10);

    assertThat(store.committer.definitions().known(tasks)).isNull();
    assertThat(read(tasks)).hasSize(10);
  }
}
