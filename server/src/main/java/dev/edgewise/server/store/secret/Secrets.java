package dev.edgewise.server.store.secret;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import dev.edgewise.server.store.secret.SecretKeys.Place;
import dev.edgewise.server.store.secret.SecretKeys.Sealed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The secrets of a database. */
public final class Secrets {
  private final Database database;
  private final SecretKeys keys;

  public Secrets(Database database, SecretKeys keys) {
    this.database = database;
    this.keys = keys;
  }

  /** A stored secret, and whether it is new. */
  public record Put(SecretRow secret, boolean created) {}

  /** Whether values can be encrypted. */
  public boolean canEncrypt() {
    return !keys.isEmpty();
  }

  /** Stores a value under a name; empty when the caller's workspace does not exist any more. */
  public Optional<Put> put(Caller caller, String name, String value) {
    Sealed sealed = keys.seal(new Place(caller.workspace(), name), value);
    return database
        .engine()
        .inTransaction(handle -> {
          Instant now = DatabaseTime.now(handle);
          Optional<Put> put =
              handle
                  .createQuery(Sql.named("secret/put"))
                  .bind("workspace", caller.workspace().number())
                  .bind("name", name)
                  .bind("encryption_key", sealed.key())
                  .bind("ciphertext", sealed.ciphertext())
                  .bind("now", Timestamp.from(now))
                  .map((row, _) -> new Put(SecretRow.read(row), row.getBoolean("created")))
                  .findOne();
          if (put.isPresent()) {
            AuditTrail.add(
                handle, List.of(new AuditEntry(caller, AuditAction.SECRET_PUT, name)), now);
          }
          return put;
        });
  }

  /** Deletes a secret and returns whether there was one. */
  public boolean delete(Caller caller, String name) {
    return database
        .engine()
        .inTransaction(handle -> {
          boolean deleted =
              handle
                      .createUpdate(Sql.named("secret/delete"))
                      .bind("workspace", caller.workspace().number())
                      .bind("name", name)
                      .execute()
                  > 0;
          if (deleted) {
            AuditTrail.add(
                handle,
                List.of(new AuditEntry(caller, AuditAction.SECRET_DELETE, name)),
                DatabaseTime.now(handle));
          }
          return deleted;
        });
  }

  /** Returns the next secrets of a workspace after this name. */
  public List<SecretRow> list(Workspace workspace, String after, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("secret/list"))
                .bind("workspace", workspace.number())
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> SecretRow.read(row))
                .list());
  }

  /**
   * Returns those of the named secrets that exist in the workspace of a task, by name. A value is
   * empty when no key of SECRETS_KEY decrypts it.
   */
  public Map<String, Optional<String>> values(TaskKey task, Collection<String> names) {
    Workspace workspace = Workspace.of(task.batchId());
    Map<String, Optional<String>> values = new HashMap<>();
    database
        .engine()
        .useHandle(handle ->
            handle
                .createQuery(Sql.named("secret/find"))
                .bind("workspace", workspace.number())
                .bind("names", Columns.texts(names))
                .map((row, _) -> {
                  String name = row.getString("name");
                  return values.put(name, keys.open(new Place(workspace, name), sealed(row)));
                })
                .list());
    return values;
  }

  static Sealed sealed(ResultSet row) throws SQLException {
    return new Sealed(row.getString("encryption_key"), row.getBytes("ciphertext"));
  }
}
