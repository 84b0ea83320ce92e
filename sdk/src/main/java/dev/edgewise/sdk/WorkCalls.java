package dev.edgewise.sdk;

import dev.edgewise.api.ClaimRequest;
import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Completion;
import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.HeartbeatAnswer;
import dev.edgewise.api.TaskLines;
import dev.edgewise.sdk.json.JsonWriter;
import java.util.List;

/** The requests of the worker protocol, each sent once. */
final class WorkCalls implements AutoCloseable {

  private final Transport transport;
  private final WorkerSettings settings;

  WorkCalls(WorkerSettings settings) {
    this.transport = new Transport(settings.server());
    this.settings = settings;
  }

  List<ClaimedTask> claim(int max) throws InterruptedException {
    var request =
        new ClaimRequest(
            settings.name(),
            settings.handlers().keySet().stream().sorted().toList(),
            max,
            settings.pollSecs(),
            settings.leaseSecs());
    return transport
        .send(post("/work/claim", request).waiting(settings.poll()))
        .listOf(ClaimedTask.class);
  }

  List<CompletionAnswer> complete(List<Completion> completions) throws InterruptedException {
    return answers("/work/complete", completions, CompletionAnswer.class);
  }

  List<HeartbeatAnswer> heartbeat(List<Heartbeat> heartbeats) throws InterruptedException {
    return answers("/work/heartbeat", heartbeats, HeartbeatAnswer.class);
  }

  List<CompletionAnswer> log(List<TaskLines> lines) throws InterruptedException {
    return answers("/v1/work/log", lines, CompletionAnswer.class);
  }

  private <T> List<T> answers(String path, List<?> items, Class<T> type)
      throws InterruptedException {
    List<T> answers = transport.send(post(path, items)).listOf(type);
    if (answers.size() != items.size()) {
      throw new UnreachableException(
          "The answer is not from an Edgewise server: it has another number of items than the"
              + " request");
    }
    return answers;
  }

  private static Call post(String path, Object body) {
    return Call.of("POST", path, JsonWriter.writeRequest(body));
  }

  @Override
  public void close() {
    transport.close();
  }
}
