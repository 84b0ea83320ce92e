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
 * Has the JVM compile what large submissions need before the first one comes, which would otherwise
 * share two cores with the compiler: a few graphs that nobody has submitted are read and answered.
 * They never reach a database, so that this can be done while one starts. It ends when somebody
 * submits something, which is practice enough.
 */
public final class Practice {
  static final int ROUNDS = 30;
  private static final int TASKS = 2_000;
  private static final int LAYER = 100;
  private static final int EDGES = 3;

  private Practice() {}

  /** Begins in the background. */
  public static void begin() {
    Thread.ofPlatform().daemon().name("practice").start(() -> run(SubmitTasks::isPractised));
  }

  static int run(BooleanSupplier enough) {
    byte[] body = graph("practice", TASKS).getBytes(UTF_8);
    var rules = new SubmissionRules(TASKS, 0, 0, _ -> null, new Language());
    int rounds = 0;
    while (rounds < ROUNDS && !enough.getAsBoolean()) {
      BatchSpec batch = SubmissionReader.read(new ByteArrayInputStream(body), rules);
      SubmitTasks.practise(batch);
      rounds++;
    }
    return rounds;
  }

  /** The request for a graph in layers, in which tasks have three parents each. */
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
