package dev.edgewise.server.store.claim;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** What happens to a claim while it lasts. None of it needs the batch's lock. */
public final class Leases {
  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public Leases(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** A task and the claim that an executor speaks for. */
  public record Held(TaskKey task, Token token) {}

  /**
   * A call that was answered.
   *
   * @param cancelAction the action that the answer named; null when it named none
   */
  public record Answered(Held held, @Nullable String cancelAction) {}

  /**
   * Moves answered calls' tasks to Running; those that left Claimed meanwhile stay where they are.
   */
  public Set<TaskKey> started(List<Answered> answers) {
    return database.engine().withHandle(handle -> started(handle, answers));
  }

  /** The same inside a transaction of the caller's. */
  public Set<TaskKey> started(Handle handle, List<Answered> answers) {
    if (answers.isEmpty()) {
      return Set.of();
    }
    var columns = new Columns();
    var held = new HeldColumns(columns);
    var actions = columns.texts("cancel_actions");
    // In the order in which a group of completions changes the same rows.
    answers.stream()
        .sorted(comparing(answer -> answer.held().task()))
        .forEach(answer -> {
          held.add(answer.held());
          actions.add(answer.cancelAction());
        });
    return keys(
        columns.bindTo(handle.createQuery(Sql.named("lease/started"))).bind("now", now(handle)));
  }

  /**
   * Extends leases and returns the tasks whose claims still hold.
   *
   * @param seconds for how long from now; null means the lease's own period
   */
  public Set<TaskKey> extend(List<Held> claims, @Nullable Integer seconds) {
    if (claims.isEmpty()) {
      return Set.of();
    }
    var columns = new Columns();
    var held = new HeldColumns(columns);
    claims.stream().sorted(comparing(Held::task)).forEach(held::add);
    return database
        .engine()
        .withHandle(handle ->
            keys(
                columns
                    .bindTo(handle.createQuery(Sql.named("lease/extend")))
                    .bind("period", seconds)
                    .bind("now", now(handle))));
  }

  private Timestamp now(Handle handle) {
    return Timestamp.from(DatabaseTime.now(handle).plus(skew.get()));
  }

  private static Set<TaskKey> keys(Query query) {
    return new HashSet<>(
        query.map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2))).list());
  }

  /** The columns that name claims. */
  private static final class HeldColumns {
    private final Columns.Keys named;
    private final Columns.Column attempts;
    private final Columns.Column claims;

    HeldColumns(Columns columns) {
      named = columns.keys();
      attempts = columns.integers("attempts");
      claims = columns.integers("claims");
    }

    void add(Held held) {
      named.add(held.task());
      attempts.add(held.token().attempt());
      claims.add(held.token().claim());
    }
  }
}
