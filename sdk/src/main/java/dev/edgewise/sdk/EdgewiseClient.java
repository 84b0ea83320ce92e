package dev.edgewise.sdk;

import dev.edgewise.api.BatchSubmission;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.Explanation;
import dev.edgewise.api.Json;
import dev.edgewise.api.LedgerEntry;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.StopAnswer;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskPatch;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.sdk.json.JsonWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of an Edgewise server. Reads, submissions and completions are retried while the server
 * cannot be reached, up to a time limit; other requests are sent once.
 */
public final class EdgewiseClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A longer wait is split into several requests. */
  private static final Duration WAIT_AT_ONCE = Duration.ofSeconds(20);

  private final Transport transport;
  private final Duration patience;

  private EdgewiseClient(ServerAccess server, Duration patience) {
    this.transport = new Transport(server);
    this.patience = patience;
  }

  /** Creates a client of the server at a URL like {@code http://localhost:8085}. */
  public static EdgewiseClient of(URI server) {
    return of(server, PATIENCE);
  }

  /**
   * Creates a client with a retry limit.
   *
   * @param patience how long requests that are safe to repeat are retried; zero for never
   */
  public static EdgewiseClient of(URI server, Duration patience) {
    return of(ServerAccess.to(server), patience);
  }

  /** Creates a client of a server that it signs in to. */
  public static EdgewiseClient of(ServerAccess server) {
    return of(server, PATIENCE);
  }

  /** The same with a retry limit. */
  public static EdgewiseClient of(ServerAccess server, Duration patience) {
    return new EdgewiseClient(server, patience);
  }

  /** Submits a batch. It is created once, even if the request has to be retried. */
  public Submitted submit(BatchDraft batch) throws InterruptedException {
    return submit(batch.submission(), UUID.randomUUID().toString());
  }

  /**
   * Submits a batch with an idempotency key: a later call with the same key and batch gets the same
   * answer.
   */
  public Submitted submit(BatchSubmission batch, String idempotencyKey)
      throws InterruptedException {
    return submit(JsonWriter.writeRequest(batch), idempotencyKey);
  }

  /** Submits a batch, or an array of tasks, that is already JSON. */
  public Submitted submit(String json, String idempotencyKey) throws InterruptedException {
    Call call = Call.of("POST", "/task", json).with("Idempotency-Key", idempotencyKey);
    Reply reply = transport.send(call, patience);
    return new Submitted(
        reply.header("X-Batch-ID").map(UUID::fromString),
        reply.isEmpty() ? List.of() : reply.listOf(Task.class));
  }

  public Task task(UUID id) throws InterruptedException {
    return transport.send(Call.get("/task/" + id), patience).as(Task.class);
  }

  /** Why a task is, or is not, running. */
  public Explanation explanation(UUID task) throws InterruptedException {
    return transport.send(Call.get("/task/" + task + "/explain"), patience).as(Explanation.class);
  }

  public BatchView batch(UUID id) throws InterruptedException {
    return transport.send(Call.get("/batch/" + id), patience).as(BatchView.class);
  }

  /** Waits for a batch to end, at most for the given time; returns its state then. */
  public BatchView await(UUID batch, Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      long left = Math.max(0, deadline - System.nanoTime());
      Duration wait = Duration.ofNanos(Math.min(left, WAIT_AT_ONCE.toNanos()));
      // Rounded up to whole seconds.
      String query = "?wait=" + wait.plusNanos(999_999_999).toSeconds();
      Call call = Call.get("/batch/" + batch + query).waiting(wait);
      BatchView view = transport.send(call, patience).as(BatchView.class);
      if (view.completedAt() != null || left == 0) {
        return view;
      }
    }
  }

  /**
   * Follows a batch to its end: passes every entry of its ledger to {@code onEntry}, once and in
   * order.
   */
  public BatchView watch(UUID batch, Consumer<LedgerEntry> onEntry) throws InterruptedException {
    return new Watch(this, transport, batch, onEntry).follow();
  }

  /** A page of a batch's ledger with the entries after an id; 0 for the first page. */
  public List<LedgerEntry> ledger(UUID batch, long after) throws InterruptedException {
    Call call = Call.get("/batch/" + batch + "/events?after=" + after);
    return transport.send(call, patience).listOf(LedgerEntry.class);
  }

  /** Reports that a claimed or running task has succeeded. */
  public PatchAnswer succeed(UUID task, @Nullable Object result) throws InterruptedException {
    Json json = result == null ? null : new Json(JsonWriter.write(result));
    return patch(task, null, patch(TaskStatus.SUCCESS, json, null, null));
  }

  /**
   * Reports that a claimed or running task has failed.
   *
   * @param retryable false prevents a retry, even if the retry policy allows it
   */
  public PatchAnswer fail(UUID task, String reason, boolean retryable) throws InterruptedException {
    return patch(task, null, patch(TaskStatus.FAILURE, null, reason, retryable));
  }

  /**
   * Completes or updates a task.
   *
   * @param token delivery token: the call applies only to this attempt; null for the current one
   */
  public PatchAnswer patch(UUID task, @Nullable String token, TaskPatch patch)
      throws InterruptedException {
    String query =
        token == null ? "" : "?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    Call call = Call.of("PATCH", "/task/" + task + query, JsonWriter.writeRequest(patch));
    // Repeating a completion is safe; adding to a counter twice is not.
    boolean repeatable = patch.newSuccess() == null && patch.newFailures() == null;
    return transport.send(call, repeatable ? patience : Duration.ZERO).as(PatchAnswer.class);
  }

  /** Cancels a task, and with {@code cascade} also the descendants that need its success. */
  public PatchAnswer cancel(UUID task, boolean cascade) throws InterruptedException {
    return once("DELETE", "/task/" + task + (cascade ? "?cascade=true" : "")).as(PatchAnswer.class);
  }

  public PatchAnswer pause(UUID task) throws InterruptedException {
    return once("PATCH", "/task/pause/" + task).as(PatchAnswer.class);
  }

  public PatchAnswer resume(UUID task) throws InterruptedException {
    return once("PATCH", "/task/resume/" + task).as(PatchAnswer.class);
  }

  /** Runs an ended task and its descendants again. */
  public PatchAnswer rerun(UUID task) throws InterruptedException {
    return once("POST", "/task/" + task + "/rerun").as(PatchAnswer.class);
  }

  /** Runs all tasks of a batch again that ended without success. */
  public void rerunFailed(UUID batch) throws InterruptedException {
    once("POST", "/batch/" + batch + "/rerun");
  }

  /** Cancels every task of a batch that has not ended. */
  public StopAnswer stop(UUID batch) throws InterruptedException {
    return once("DELETE", "/batch/" + batch).as(StopAnswer.class);
  }

  private Reply once(String method, String path) throws InterruptedException {
    return transport.send(Call.of(method, path, null));
  }

  private static TaskPatch patch(
      TaskStatus status,
      @Nullable Json result,
      @Nullable String reason,
      @Nullable Boolean retryable) {
    return new TaskPatch(
        status, result, reason, retryable, null, null, null, null, null, null, null, null);
  }

  @Override
  public void close() {
    transport.close();
  }
}
