package dev.edgewise.server.store.workflow;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The versions of workflows. */
public final class Workflows {
  /** The members of a run's metadata that say of what it is one. */
  public static final String NAME = "workflow";

  public static final String VERSION = "workflow_version";

  /** The member of its metadata that names the schedule which started it. */
  public static final String SCHEDULE = "schedule";

  private final Database database;

  public Workflows(Database database) {
    this.database = database;
  }

  /** A version without its content. */
  public record Version(Workspace workspace, String name, int version, Instant createdAt) {
    private static Version read(ResultSet row) throws SQLException {
      return new Version(
          new Workspace(row.getInt("workspace")),
          row.getString("name"),
          row.getInt("version"),
          row.getTimestamp("created_at").toInstant());
    }
  }

  /**
   * What became of a workflow that was given.
   *
   * @param added false when there was a version with that content
   */
  public record Put(Version version, boolean added) {}

  /** A version with its content, a JSON object. */
  public record Stored(Version version, String content) {}

  /**
   * Keeps a workflow.
   *
   * @param hash the same for the same content
   */
  public Put put(Caller caller, String name, String content, byte[] hash) {
    return database
        .engine()
        .inTransaction(handle -> {
          // Its own statement, so that the next one sees what was added while this one waited.
          lock(handle, caller.workspace(), name);
          Instant now = DatabaseTime.now(handle);
          Put put =
              handle
                  .createQuery(Sql.named("workflow/put"))
                  .bind("workspace", caller.workspace().number())
                  .bind("name", name)
                  .bind("content", content)
                  .bind("hash", hash)
                  .bind("now", Timestamp.from(now))
                  .map((row, _) -> new Put(Version.read(row), row.getBoolean("added")))
                  .one();
          if (put.added()) {
            AuditTrail.add(
                handle, List.of(new AuditEntry(caller, AuditAction.WORKFLOW_PUT, name)), now);
          }
          return put;
        });
  }

  /**
   * A version of a workflow.
   *
   * @param version the newest when null
   */
  public Optional<Stored> find(Workspace workspace, String name, @Nullable Integer version) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workflow/find"))
                .bind("workspace", workspace.number())
                .bind("name", name)
                .bind("version", version)
                .map((row, _) -> new Stored(Version.read(row), row.getString("content")))
                .findOne());
  }

  /** The version that a batch is a run of; empty when it is none. */
  public Optional<Integer> versionOf(UUID batchId) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workflow/version_of"))
                .bind("batch", batchId)
                .bind("member", VERSION)
                .mapTo(Integer.class)
                .findOne());
  }

  /**
   * The newest version of each workflow of a workspace, by name.
   *
   * @param after only workflows whose name follows this one; empty for the first page
   * @param limit null for all
   */
  public List<Version> list(Workspace workspace, String after, @Nullable Integer limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workflow/list"))
                .bind("workspace", workspace.number())
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> Version.read(row))
                .list());
  }

  /**
   * The versions of a workflow, the newest first, also of a deleted one.
   *
   * @param before only versions below this number
   */
  public List<Version> versions(Workspace workspace, String name, int before, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workflow/versions"))
                .bind("workspace", workspace.number())
                .bind("name", name)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> Version.read(row))
                .list());
  }

  /** What became of the wish to delete a workflow. */
  public sealed interface Deletion {
    /** It starts no more runs. */
    record Deleted() implements Deletion {}

    /** There is none of that name. */
    record Unknown() implements Deletion {}

    /** A schedule starts it. */
    record InUse(String schedule) implements Deletion {}
  }

  /** Deletes a workflow: it starts no more runs; those under way continue. */
  public Deletion delete(Caller caller, String name) {
    return database
        .engine()
        .inTransaction(handle -> {
          lock(handle, caller.workspace(), name);
          Optional<String> schedule =
              handle
                  .createQuery(Sql.named("workflow/used_by"))
                  .bind("workspace", caller.workspace().number())
                  .bind("name", name)
                  .mapTo(String.class)
                  .findOne();
          if (schedule.isPresent()) {
            return new Deletion.InUse(schedule.get());
          }
          Instant now = DatabaseTime.now(handle);
          int deleted =
              handle
                  .createUpdate(Sql.named("workflow/delete"))
                  .bind("workspace", caller.workspace().number())
                  .bind("name", name)
                  .bind("now", Timestamp.from(now))
                  .execute();
          if (deleted == 0) {
            return new Deletion.Unknown();
          }
          AuditTrail.add(
              handle, List.of(new AuditEntry(caller, AuditAction.WORKFLOW_DELETE, name)), now);
          return new Deletion.Deleted();
        });
  }

  private static void lock(Handle handle, Workspace workspace, String name) {
    handle
        .createQuery(Sql.named("workflow/lock"))
        .bind("workspace", workspace.number())
        .bind("name", name)
        .mapToMap()
        .one();
  }
}
