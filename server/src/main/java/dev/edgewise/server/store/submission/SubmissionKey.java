package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.read.TaskDetail;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** An Idempotency-Key and the hash of the body it came with. */
public final class SubmissionKey {
  private static final JsonMapper JSON = new JsonMapper();

  private final Workspace workspace;
  private final String key;
  private final byte[] bodyHash;
  private final boolean waits;

  public SubmissionKey(Workspace workspace, String key, byte[] bodyHash) {
    this(workspace, key, bodyHash, false);
  }

  private SubmissionKey(Workspace workspace, String key, byte[] bodyHash, boolean waits) {
    this.workspace = workspace;
    this.key = key;
    this.bodyHash = bodyHash.clone();
    this.waits = waits;
  }

  /**
   * The key of a run: whatever else a request contains, the key stands for the first run. A request
   * that comes while that run is being started waits for it.
   */
  public static SubmissionKey ofRun(Workspace workspace, String workflow, String key) {
    // No header can have a line break, so no Idempotency-Key can equal this.
    return new SubmissionKey(workspace, "run\n" + workflow + "\n" + key, new byte[0], true);
  }

  /**
   * Null when the key is this transaction's now, else the answer to give.
   *
   * @param batch what is submitted
   */
  public @Nullable Submitted claim(Handle handle, BatchSpec batch) {
    return switch (look(handle)) {
      case Use.Free _ -> null;
      case Use.Elsewhere(Submitted refusal) -> refusal;
      case Use.Earlier earlier when earlier.batchId() == null ->
          new Submitted.Nothing(earlier.deduplicated());
      case Use.Earlier(UUID batchId, var createdAt, int _, var deduplicated) ->
          new Submitted.Replayed(batchId, tasks(batch, batchId, createdAt), deduplicated);
    };
  }

  /** The same for a request that adds tasks to a batch. */
  public @Nullable Grown claim(Handle handle) {
    return switch (look(handle)) {
      case Use.Free _ -> null;
      case Use.Elsewhere(Submitted refusal) -> new Grown.Refused(refusal);
      case Use.Earlier(var _, var _, int firstNo, var deduplicated) ->
          new Grown.Added(firstNo, deduplicated);
    };
  }

  /** What the key has been used for. */
  private sealed interface Use {
    /** For nothing; it is this transaction's now. */
    record Free() implements Use {}

    /** For another body, or by another transaction. */
    record Elsewhere(Submitted refusal) implements Use {}

    /**
     * For the same body.
     *
     * @param batchId null when nothing was created
     * @param createdAt null when the batch has been deleted
     */
    record Earlier(
        @Nullable UUID batchId,
        @Nullable Timestamp createdAt,
        int firstNo,
        Map<String, UUID> deduplicated)
        implements Use {}
  }

  private Use look(Handle handle) {
    boolean mine =
        handle
            .createQuery(Sql.named(waits ? "submission_key/lock" : "submission_key/try_lock"))
            .bind("workspace", workspace.number())
            .bind("key", key)
            .mapTo(Boolean.class)
            .one();
    if (!mine) {
      return new Use.Elsewhere(new Submitted.KeyInUse());
    }
    return handle
        .createQuery(Sql.named("submission_key/find"))
        .bind("workspace", workspace.number())
        .bind("key", key)
        .map((row, _) ->
            Arrays.equals(row.getBytes("body_hash"), bodyHash)
                ? new Use.Earlier(
                    row.getObject("batch_id", UUID.class),
                    row.getTimestamp("created_at"),
                    row.getInt("first_no"),
                    deduplicated(row.getString("deduplicated")))
                : new Use.Elsewhere(new Submitted.KeyMismatch()))
        .findOne()
        .orElseGet(Use.Free::new);
  }

  private static Map<String, UUID> deduplicated(@Nullable String json) {
    return json == null ? Map.of() : JSON.readValue(json, new TypeReference<>() {});
  }

  /** The same body at the time of the first request makes the same tasks. */
  private @Nullable List<TaskDetail> tasks(
      BatchSpec batch, UUID batchId, @Nullable Timestamp createdAt) {
    if (createdAt == null || batch.tasks().stream().anyMatch(task -> !task.dedupe().isEmpty())) {
      return null;
    }
    Rows rows = Rows.of(workspace, batch, Duplicates.NONE);
    return rows.admissions(batchId).isEmpty() ? rows.details(batchId, createdAt.toInstant()) : null;
  }

  /**
   * Keeps the answer with the batch, so that a refused submission leaves the key free.
   *
   * @param now the transaction's time
   */
  public void remember(Handle handle, Submitted submitted, Instant now) {
    switch (submitted) {
      case Submitted.Created created ->
          remember(handle, created.batchId(), 1, created.deduplicated(), now);
      case Submitted.Nothing nothing -> remember(handle, null, 1, nothing.deduplicated(), now);
      case Submitted.Replayed _,
          Submitted.UnknownParents _,
          Submitted.TooMany _,
          Submitted.CallWaits _,
          Submitted.KeyMismatch _,
          Submitted.KeyInUse _ -> {}
    }
  }

  /** Keeps the answer to a request that added tasks to a batch. */
  public void remember(Handle handle, UUID batchId, Grown.Added added, Instant now) {
    remember(handle, batchId, added.firstNo(), added.deduplicated(), now);
  }

  private void remember(
      Handle handle,
      @Nullable UUID batchId,
      int firstNo,
      Map<String, UUID> deduplicated,
      Instant now) {
    handle
        .createUpdate(Sql.named("submission_key/insert"))
        .bind("workspace", workspace.number())
        .bind("key", key)
        .bind("hash", bodyHash)
        .bind("batch", batchId)
        .bind("first_no", firstNo)
        .bind("deduplicated", deduplicated.isEmpty() ? null : JSON.writeValueAsString(deduplicated))
        .bind("now", Timestamp.from(now))
        .execute();
  }
}
