package dev.edgewise.server.store.access;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The workspaces of a database. */
public final class Workspaces {
  private final Database database;

  public Workspaces(Database database) {
    this.database = database;
  }

  /** A position in the list of workspaces. */
  public record Position(String tenant, String name) {}

  /** The result of a deletion. */
  public enum Deletion {
    DELETED,
    UNKNOWN,
    /** It has batches, workflows, schedules, secrets or valid keys. */
    NOT_EMPTY,
    /** The default workspace always exists. */
    DEFAULT
  }

  /** Finds a workspace by its name. */
  public Optional<WorkspaceRow> find(String tenant, String name) {
    return database.reader().withHandle(handle -> find(handle, tenant, name));
  }

  private static Optional<WorkspaceRow> find(Handle handle, String tenant, String name) {
    return handle
        .createQuery(Sql.named("workspace/find"))
        .bind("tenant", tenant)
        .bind("name", name)
        .map((row, _) -> WorkspaceRow.read(row))
        .findOne();
  }

  /** Returns those of the named workspaces that exist. */
  public Map<WorkspaceName, Workspace> numbers(Collection<WorkspaceName> names) {
    var columns = new Columns();
    Columns.Column tenants = columns.texts("tenants");
    Columns.Column texts = columns.texts("names");
    names.forEach(name -> {
      tenants.add(name.tenant());
      texts.add(name.name());
    });
    Map<WorkspaceName, Workspace> numbers = new HashMap<>();
    database
        .engine()
        .useHandle(handle ->
            columns
                .bindTo(handle.createQuery(Sql.named("workspace/numbers")))
                .map((row, _) ->
                    Map.entry(
                        new WorkspaceName(row.getString("tenant"), row.getString("name")),
                        new Workspace(row.getInt("number"))))
                .forEach(entry -> numbers.put(entry.getKey(), entry.getValue())));
    return numbers;
  }

  /** Returns the name of a workspace; empty when it was deleted. */
  public Optional<WorkspaceName> name(Workspace workspace) {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workspace/name"))
                .bind("number", workspace.number())
                .map((row, _) -> new WorkspaceName(row.getString("tenant"), row.getString("name")))
                .findOne());
  }

  /**
   * All workspaces, by tenant and name.
   *
   * @param after where the page begins; null at the first one
   */
  public List<WorkspaceRow> list(@Nullable Position after, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("workspace/list"))
                .bind("tenant", after == null ? null : after.tenant())
                .bind("name", after == null ? null : after.name())
                .bind("limit", limit)
                .map((row, _) -> WorkspaceRow.read(row))
                .list());
  }

  /** Creates a workspace or replaces its quotas; returns whether it was created. */
  public boolean put(Caller caller, String tenant, String name, Quotas quotas) {
    return database
        .engine()
        .inTransaction(handle -> {
          handle.createQuery(Sql.named("workspace/lock_names")).mapToMap().one();
          boolean created = find(handle, tenant, name).isEmpty();
          Instant now = DatabaseTime.now(handle);
          handle
              .createUpdate(Sql.named("workspace/put"))
              .bind("tenant", tenant)
              .bind("name", name)
              .bind("max_queued", quotas.maxQueued())
              .bind("max_running", quotas.maxRunning())
              .bind("submissions_per_minute", quotas.submissionsPerMinute())
              .bind("now", Timestamp.from(now))
              .execute();
          audit(handle, caller, AuditAction.WORKSPACE_PUT, tenant + "/" + name, now);
          AccessChange.announce(handle);
          return created;
        });
  }

  /** Deletes a workspace that has nothing in it. */
  public Deletion delete(Caller caller, String tenant, String name) {
    return database
        .engine()
        .inTransaction(handle -> {
          handle.createQuery(Sql.named("workspace/lock_names")).mapToMap().one();
          Optional<WorkspaceRow> found = find(handle, tenant, name);
          if (found.isEmpty()) {
            return Deletion.UNKNOWN;
          }
          if (found.get().workspace().equals(Workspace.DEFAULT)) {
            return Deletion.DEFAULT;
          }
          Instant now = DatabaseTime.now(handle);
          boolean deleted =
              handle
                  .createQuery(Sql.named("workspace/delete"))
                  .bind("number", found.get().workspace().number())
                  .bind("now", Timestamp.from(now))
                  .mapTo(Boolean.class)
                  .one();
          if (deleted) {
            audit(handle, caller, AuditAction.WORKSPACE_DELETE, tenant + "/" + name, now);
            AccessChange.announce(handle);
          }
          return deleted ? Deletion.DELETED : Deletion.NOT_EMPTY;
        });
  }

  private static void audit(
      Handle handle, Caller caller, AuditAction action, String target, Instant now) {
    AuditTrail.add(handle, List.of(new AuditEntry(caller, action, target)), now);
  }

  /** The workspaces that have quotas, by number. */
  public Map<Workspace, Quotas> limited() {
    Map<Workspace, Quotas> limited = new HashMap<>();
    database
        .reader()
        .useHandle(handle ->
            handle
                .createQuery(Sql.named("workspace/limited"))
                .map((row, _) ->
                    Map.entry(new Workspace(row.getInt("number")), WorkspaceRow.quotas(row)))
                .forEach(entry -> limited.put(entry.getKey(), entry.getValue())));
    return limited;
  }
}
