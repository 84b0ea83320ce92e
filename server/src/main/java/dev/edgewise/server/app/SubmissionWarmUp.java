package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import dev.edgewise.server.http.task.SubmitTasks;
import java.io.ByteArrayInputStream;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;

/**
 * Runs generated submissions through parsing and serialisation, so that the JIT compiles that code
 * before the first large submission. The submissions never reach a database, so this can run while
 * the database starts. It ends when a real submission arrives.
 */
public final class SubmissionWarmUp {
  static final int ROUNDS = 30;
  private static final int TASKS = 2_000;
  private static final int LAYER = 100;
  private static final int EDGES = 3;

  private SubmissionWarmUp() {}

  /** Starts the warm-up in the background. */
  public static void begin() {
    Thread.ofPlatform().daemon().name("warm-up").start(() -> run(SubmitTasks::isPractised));
  }

  static int run(BooleanSupplier enough) {
    byte[] body = graph("warm-up", TASKS).getBytes(UTF_8);
    var rules = new SubmissionRules(TASKS, 0, 0, _ -> null, new Language(), null);
    int rounds = 0;
    while (rounds < ROUNDS && !enough.getAsBoolean()) {
      BatchSpec batch = SubmissionReader.read(new ByteArrayInputStream(body), rules);
      SubmitTasks.practise(batch);
      rounds++;
    }
    return rounds;
  }

  /**
   * Returns a submission whose graph has layers, and in which each task has three parents in the
   * layer above.
   */
  public static String graph(String kind, int size) {
    StringJoiner tasks = new StringJoiner(",", "[", "]");
    for (int i = 0; i < size; i++) {
      StringJoiner parents = new StringJoiner(",");
      int above = i - i % LAYER - LAYER;
      for (int column = i; column < i + EDGES && above >= 0; column++) {
        parents.add(
            """
            {"id": "t%d", "condition": "on_success"}\
            """
                .formatted(above + column % LAYER));
      }
      tasks.add(
          """
          {"id": "t%d", "name": "task", "kind": "%s", "timeout": 60, "dependencies": [%s]}\
          """
              .formatted(i, kind, parents));
    }
    return tasks.toString();
  }
}
