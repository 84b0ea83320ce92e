package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Inline.Verdict;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors inside a transaction: every caller gets an answer, and a dying committer reports it. */
@Timeout(60)
class CommitterErrorsTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database(), CommitterErrorsTest::verdict);

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private static Verdict verdict(Node node) {
    return switch (String.valueOf(node.shape().flow().let())) {
      case "overflow" -> throw new StackOverflowError("of a test");
      case "linkage" -> throw new NoClassDefFoundError("of a test");
      case "memory" -> throw new OutOfMemoryError("of a test");
      case "null" -> new Verdict.Proceed();
      default -> new Verdict.Value("1");
    };
  }

  /** A batch of a task and an inline one behind it, which the completion of the first evaluates. */
  private TaskKey before(String let) {
    DataFlow flow = TestFlow.let(let);
    store.submit(null, TestTask.task("a"), TestTask.task("b").flow(flow).after("a"));
    return store.claim("test");
  }

  private CompletableFuture<Answer> succeed(TaskKey task) {
    return store.committer.submit(new Command.Succeed(task, null, null));
  }

  @Test
  void anErrorFailsItsOwnCompletionAndTheCommitterGoesOnWithTheOthers() throws Exception {
    List<TaskKey> good = IntStream.range(0, 20).mapToObj(_ -> before("1")).toList();
    List<TaskKey> bad = Stream.of("overflow", "linkage").map(this::before).toList();

    List<CompletableFuture<Answer>> failing = bad.stream().map(this::succeed).toList();
    List<CompletableFuture<Answer>> answers = good.stream().map(this::succeed).toList();

    for (CompletableFuture<Answer> answer : failing) {
      assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(RuntimeException.class)
          .hasCauseInstanceOf(Error.class);
    }
    for (CompletableFuture<Answer> answer : answers) {
      assertThat(answer.get(20, TimeUnit.SECONDS)).isInstanceOf(Answer.Applied.class);
    }
    assertThat(succeed(before("1")).get(20, TimeUnit.SECONDS)).isInstanceOf(Answer.Applied.class);
    assertThat(store.committer.pulses()).allMatch(pulse -> pulse.beats(System.nanoTime()));
  }

  @Test
  void anErrorOnACallersThreadReachesTheCallerAsAnException() {
    assertThatThrownBy(() -> store.succeed(before("overflow"), null))
        .isInstanceOf(RuntimeException.class)
        .hasCauseInstanceOf(StackOverflowError.class);
    assertThat(store.succeed(before("1"), null)).isInstanceOf(Answer.Applied.class);
  }

  @Test
  void outOfMemoryAnswersEveryCallerAndEndsTheThreadWithTheError() throws Exception {
    Queue<Throwable> ends = new ConcurrentLinkedQueue<>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
      if (thread.getName().startsWith("committer-")) {
        ends.add(failure);
      }
    });
    try {
      List<TaskKey> bad = Stream.of("memory", "memory").map(this::before).toList();
      for (CompletableFuture<Answer> answer : bad.stream().map(this::succeed).toList()) {
        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class);
      }
      calmly().until(() -> !ends.isEmpty());
      assertThat(ends).allMatch(OutOfMemoryError.class::isInstance);
      calmly()
          .until(() ->
              store.committer.pulses().stream().anyMatch(pulse -> !pulse.beats(System.nanoTime())));
      // Commands are answered whether they reach the dead committer or the other one.
      List<TaskKey> later = IntStream.range(0, 4).mapToObj(_ -> before("1")).toList();
      for (CompletableFuture<Answer> answer : later.stream().map(this::succeed).toList()) {
        calmly().until(answer::isDone);
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Waits without failing on uncaught errors of other threads. */
  private static ConditionFactory calmly() {
    return await().dontCatchUncaughtExceptions();
  }
}
