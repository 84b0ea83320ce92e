package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.sdk.BatchDraft;
import dev.edgewise.sdk.EdgewiseClient;
import dev.edgewise.sdk.Submitted;
import dev.edgewise.server.testing.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every example against a real server and checks its outcome. */
@Timeout(300)
class ExamplesTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private final URI server = ServerProcess.shared().uri();

  @Test
  void webhooks() throws Exception {
    BatchView end = Webhooks.run(server);

    assertThat(end.state()).isEqualTo(BatchState.SUCCEEDED);
    assertThat(end.result()).hasToString("{\"shelf\":\"B7\",\"paid\":42}");
    assertThat(end.statusCounts().skipped()).isEqualTo(1);
  }

  @Test
  void mapReduce() throws Exception {
    assertThat(MapReduce.run(server, List.of("A rose is a rose", "is it a name", "a name it is")))
        .hasToString("[{\"word\":\"a\",\"count\":4}]");
    assertThat(MapReduce.run(server, List.of("to be or not to be")))
        .hasToString("[{\"word\":\"be\",\"count\":2},{\"word\":\"to\",\"count\":2}]");
  }

  @Test
  void javaWorker() throws Exception {
    try (Program worker = Program.java(WordWorker.class, server.toString())) {
      countsWords("count-words", worker);
      worker.terminate();

      assertThat(worker.exitCode()).as(worker.output()).isEqualTo(143);
    }
  }

  @Test
  void pythonWorker() throws Exception {
    try (Program worker =
        Program.python(
            Checkout.ROOT, Map.of(), "examples/python/word_worker.py", server.toString())) {
      countsWords("count-words-py", worker);
      worker.terminate();

      assertThat(worker.exitCode()).as(worker.output()).isZero();
    }
  }

  private void countsWords(String kind, Program worker) throws InterruptedException {
    try (EdgewiseClient client = EdgewiseClient.of(server)) {
      Submitted submitted =
          client.submit(
              BatchDraft.unnamed()
                  .task("page", kind, task -> task.input(Map.of("text", "to be or not to be")))
                  .task("blank", kind, task -> task.input(Map.of("text", " ")).retry(3)));
      assertThat(client.await(submitted.batchId(), LONG).state())
          .as(worker.output())
          .isEqualTo(BatchState.FAILED);
      Task page = client.task(submitted.tasks().getFirst().id());
      Task blank = client.task(submitted.tasks().getLast().id());

      assertThat(page.result()).hasToString("{\"words\":6}");
      assertThat(blank.status()).isEqualTo(TaskStatus.FAILURE);
      assertThat(blank.failureReason()).isEqualTo("The page is blank");
      assertThat(blank.attempt()).isZero();
    }
  }
}
