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
    boolean mine =
        handle
            .createQuery(Sql.named(waits ? "submission_key/lock" : "submission_key/try_lock"))
            .bind("workspace", workspace.number())
            .bind("key", key)
            .mapTo(Boolean.class)
            .one();
    if (!mine) {
      return new Submitted.KeyInUse();
    }
    return handle
        .createQuery(Sql.named("submission_key/find"))
        .bind("workspace", workspace.number())
        .bind("key", key)
        .map((row, _) -> {
          UUID batchId = row.getObject("batch_id", UUID.class);
          Timestamp createdAt = row.getTimestamp("created_at");
          if (!Arrays.equals(row.getBytes("body_hash"), bodyHash)) {
            return new Submitted.KeyMismatch();
          }
          Map<String, UUID> deduplicated = deduplicated(row.getString("deduplicated"));
          return batchId == null
              ? new Submitted.Nothing(deduplicated)
              : new Submitted.Replayed(batchId, tasks(batch, batchId, createdAt), deduplicated);
        })
        .findOne()
        .orElse(null);
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
          remember(handle, created.batchId(), created.deduplicated(), now);
      case Submitted.Nothing nothing -> remember(handle, null, nothing.deduplicated(), now);
      case Submitted.Replayed _,
          Submitted.UnknownParents _,
          Submitted.TooMany _,
          Submitted.CallWaits _,
          Submitted.KeyMismatch _,
          Submitted.KeyInUse _ -> {}
    }
  }

  private void remember(
      Handle handle, @Nullable UUID batchId, Map<String, UUID> deduplicated, Instant now) {
    handle
        .createUpdate(Sql.named("submission_key/insert"))
        .bind("workspace", workspace.number())
        .bind("key", key)
        .bind("hash", bodyHash)
        .bind("batch", batchId)
        .bind("deduplicated", deduplicated.isEmpty() ? null : JSON.writeValueAsString(deduplicated))
        .bind("now", Timestamp.from(now))
        .execute();
  }
}
