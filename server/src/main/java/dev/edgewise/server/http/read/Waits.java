package dev.edgewise.server.http.read;

import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.read.TaskDetail;
import java.time.Instant;
import java.util.function.Function;

/** Says in words what a task waits for. */
final class Waits {

  private Waits() {}

  /**
   * Returns a sentence.
   *
   * @param moments writes times
   */
  static String sentence(TaskDetail.Wait wait, Function<Instant, String> moments) {
    String due = wait.due() == null ? "" : moments.apply(wait.due());
    return switch (wait.kind()) {
      case "for", "until" ->
          due.isEmpty() ? "It waits for a time." : "It waits until %s.".formatted(due);
      case "signal" ->
          "It waits for the signal %s to the batch%s%s."
              .formatted(
                  JsonText.quoted(String.valueOf(wait.name())),
                  wait.key() == null
                      ? ""
                      : ", or to the workspace with the key " + JsonText.quoted(wait.key()),
                  limit(due));
      default ->
          "It waits for somebody to approve%s%s."
              .formatted(
                  wait.title() == null ? "" : " " + JsonText.quoted(wait.title()), limit(due));
    };
  }

  private static String limit(String due) {
    return due.isEmpty() ? "" : "; it fails at " + due;
  }
}
