package dev.edgewise.server.store.delivery;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** The rows that keep a call from being made twice. */
public final class Executions {
  private final Database database;
  private final Duration patience;

  /**
   * @param patience how long a call without a sign of life keeps others from making it
   */
  public Executions(Database database, Duration patience) {
    this.database = database;
    this.patience = patience;
  }

  /** Asks for the permission to make calls; each delivery gets its answer. */
  public Map<Delivery, Permit> begin(Collection<Delivery> deliveries) {
    return database.engine().withHandle(handle -> begin(handle, deliveries));
  }

  /** The same in a transaction of the caller's; the permissions are good once it has committed. */
  public Map<Delivery, Permit> begin(Handle handle, Collection<Delivery> deliveries) {
    if (deliveries.isEmpty()) {
      return Map.of();
    }
    var columns = new Columns();
    var named = columns.keys();
    var triggers = columns.texts("triggers");
    var conditions = columns.texts("conditions");
    var indexes = columns.integers("indexes");
    var keys = columns.texts("keys");
    var attempts = columns.integers("attempts");
    Map<String, Delivery> byKey = new HashMap<>();
    for (Delivery delivery : deliveries) {
      if (byKey.put(delivery.key(), delivery) == null) {
        named.add(delivery.task());
        triggers.add(delivery.trigger().word());
        conditions.add(delivery.trigger().condition());
        indexes.add(delivery.index());
        keys.add(delivery.key());
        attempts.add(delivery.attempt());
      }
    }
    Map<Delivery, Permit> permits = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("webhook_execution/begin")))
        .bind("patience", patience.toString())
        .bind("now", Timestamp.from(DatabaseTime.now(handle)))
        .map((row, _) ->
            permits.put(
                Objects.requireNonNull(byKey.remove(row.getString(1))),
                new Permit.Granted(row.getInt(2), "pending".equals(row.getString(3)))))
        .list();
    Map<String, Permit> refused = standings(handle, byKey.keySet());
    byKey.forEach(
        (key, delivery) -> permits.put(delivery, refused.getOrDefault(key, new Permit.Busy())));
    return permits;
  }

  /** Why deliveries may not be called: they are done, or another server is calling. */
  private static Map<String, Permit> standings(Handle handle, Set<String> keys) {
    Map<String, Permit> standings = new HashMap<>();
    if (!keys.isEmpty()) {
      handle
          .createQuery(Sql.named("webhook_execution/standing"))
          .bind("keys", Columns.texts(keys))
          .map((row, _) ->
              standings.put(
                  row.getString("idempotency_key"),
                  row.getString("status").equals("success")
                      ? new Permit.Done(Objects.requireNonNullElse(row.getString(3), ""))
                      : new Permit.Busy()))
          .list();
    }
    return standings;
  }

  /**
   * Notes what calls came to. Answers, for those that do not count because their delivery went
   * another way, how it stands.
   */
  public Map<Delivery, Permit> end(Handle handle, Collection<CallEnd> ends) {
    var columns = new Columns();
    var keys = columns.texts("keys");
    var calls = columns.integers("calls");
    var accepted = columns.booleans("accepted");
    var statuses = columns.integers("response_statuses");
    var bodies = columns.texts("response_bodies");
    var errors = columns.texts("errors");
    Map<String, Delivery> byKey = new HashMap<>();
    for (CallEnd end : ends) {
      byKey.put(end.delivery().key(), end.delivery());
      keys.add(end.delivery().key());
      calls.add(end.call());
      accepted.add(end.accepted());
      statuses.add(end.responseStatus());
      bodies.add(end.responseBody());
      errors.add(end.error());
    }
    Set<String> counted =
        new HashSet<>(
            columns
                .bindTo(handle.createQuery(Sql.named("webhook_execution/end")))
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .mapTo(String.class)
                .list());
    byKey.keySet().removeAll(counted);
    Map<Delivery, Permit> others = new HashMap<>();
    standings(handle, byKey.keySet())
        .forEach((key, permit) -> others.put(Objects.requireNonNull(byKey.get(key)), permit));
    return others;
  }

  /** Keeps open calls from being taken over. */
  public void renew(List<String> keys) {
    database
        .engine()
        .useHandle(handle ->
            handle
                .createUpdate(Sql.named("webhook_execution/renew"))
                .bind("keys", Columns.texts(keys))
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .execute());
  }
}
