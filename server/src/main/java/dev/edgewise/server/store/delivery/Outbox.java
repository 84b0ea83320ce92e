package dev.edgewise.server.store.delivery;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The calls that ended tasks owe. */
public final class Outbox {
  private static final int MAX_HOSTS = 10_000;

  private final Database database;
  private final Duration patience;
  private final Duration lease;

  /**
   * An owed call that this server may make now.
   *
   * @param action in JSON, as the task has it
   * @param deliveries how often it has been tried, this time included
   */
  public record Owed(
      long id, Delivery delivery, Token token, String action, String host, int deliveries) {}

  /**
   * What became of an owed call.
   *
   * @param delay until the next one; means nothing when it was delivered
   */
  public record Settled(long id, boolean delivered, Duration delay, boolean dead) {}

  /** A cancel action that an answer named. */
  public record Learned(TaskKey task, int attempt, String action) {}

  /**
   * @param patience how long an open start call holds the calls after it back
   * @param lease how long a call that a server took is closed to other servers
   */
  public Outbox(Database database, Duration patience, Duration lease) {
    this.database = database;
    this.patience = patience;
    this.lease = lease;
  }

  /** The hosts that calls are owed to, each with the time until the first is due. */
  public Map<String, Duration> hosts() {
    Map<String, Duration> hosts = new LinkedHashMap<>();
    database
        .engine()
        .useHandle(handle ->
            handle
                .createQuery(Sql.named("outbox/hosts"))
                .bind("max", MAX_HOSTS)
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .map((row, _) ->
                    hosts.put(
                        row.getString("name"),
                        Duration.ofMillis((long) Math.ceil(row.getDouble("seconds") * 1000))))
                .list());
    return hosts;
  }

  /** Takes calls that are due: to each host as many as there is room for. */
  public List<Owed> take(Map<String, Integer> rooms, int max) {
    var columns = new Columns();
    var hosts = columns.texts("hosts");
    var limits = columns.integers("rooms");
    rooms.forEach((host, room) -> {
      hosts.add(host);
      limits.add(Math.min(room, max));
    });
    return database
        .engine()
        .withHandle(handle ->
            columns
                .bindTo(handle.createQuery(Sql.named("outbox/take")))
                .bind("patience", patience.toString())
                .bind("lease", lease.toString())
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .bind("max", max)
                .map((row, _) -> owed(row))
                .list());
  }

  private static Owed owed(ResultSet row) throws SQLException {
    TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
    int attempt = row.getInt("attempt");
    return new Owed(
        row.getLong("outbox_id"),
        new Delivery(
            task, Trigger.of(row.getString("trigger")), attempt, row.getInt("action_index")),
        new Token(attempt, row.getInt("claims")),
        row.getString("action"),
        row.getString("host"),
        row.getInt("deliveries"));
  }

  /** Notes what became of calls. */
  public void settle(Handle handle, Collection<Settled> calls) {
    if (calls.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var ids = columns.longs("ids");
    var delivered = columns.booleans("delivered");
    var delays = columns.integers("delays");
    var dead = columns.booleans("dead");
    for (Settled call : calls) {
      ids.add(call.id());
      delivered.add(call.delivered());
      delays.add((int) Math.min(Integer.MAX_VALUE, call.delay().toMillis()));
      dead.add(call.dead());
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("outbox/settle")))
        .bind("now", Timestamp.from(DatabaseTime.now(handle)))
        .execute();
  }

  /**
   * Puts cancel actions to use that were learned too late to be known when their tasks were
   * canceled; says how many calls that owes.
   */
  public int learn(Handle handle, Collection<Learned> actions) {
    if (actions.isEmpty()) {
      return 0;
    }
    var columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var texts = columns.texts("actions");
    for (Learned learned : actions) {
      named.add(learned.task());
      attempts.add(learned.attempt());
      texts.add(learned.action());
    }
    return columns
        .bindTo(handle.createUpdate(Sql.named("outbox/late_cancel")))
        .bind("now", Timestamp.from(DatabaseTime.now(handle)))
        .execute();
  }
}
