package dev.edgewise.server.store.wait;

import dev.edgewise.core.state.Caller;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals to waiting tasks. A signal and the waits that it ends are written in one
 * transaction; the timekeeper then completes the tasks, on this server or another.
 */
public final class SentSignals {
  private static final UUID NO_BATCH = new UUID(0, 0);

  private final Database database;
  private final Signals signals;
  private final Duration timeToLive;
  private final Supplier<Duration> skew;

  /** What became of a signal. */
  public sealed interface Sent {
    /** It ended so many waits, or is kept, or has come before. */
    record Done(int delivered, boolean buffered, boolean duplicate) implements Sent {}

    /** There is no such batch. */
    record UnknownBatch() implements Sent {}

    /** The batch is over. */
    record BatchOver() implements Sent {}

    /** Too many signals of the name are kept already. */
    record TooMany() implements Sent {}
  }

  /**
   * A signal.
   *
   * @param key null for a signal to a batch
   * @param data a JSON text; null without data
   * @param id null if it has none, so that each sending counts
   */
  public record Signal(
      String name, @Nullable String key, @Nullable String data, @Nullable String id) {}

  /**
   * @param timeToLive how long a signal to a workspace waits for a task
   * @param skew added to the database's clock; zero outside tests
   */
  public SentSignals(
      Database database, Signals signals, Duration timeToLive, Supplier<Duration> skew) {
    this.database = database;
    this.signals = signals;
    this.timeToLive = timeToLive;
    this.skew = skew;
  }

  /** Sends a signal to a batch, where it ends all waits for its name. */
  public Sent toBatch(Caller caller, UUID batchId, Signal signal) {
    return woken(
        Transactions.retrying(
            database.engine(), handle -> toBatch(handle, caller, batchId, signal)));
  }

  private Sent toBatch(Handle handle, Caller caller, UUID batchId, Signal signal) {
    Boolean over =
        handle
            .createQuery(Sql.named("sent_signal/lock_batch"))
            .bind("batch", batchId)
            .mapTo(Boolean.class)
            .findOne()
            .orElse(null);
    if (over == null) {
      return new Sent.UnknownBatch();
    }
    if (over) {
      return isKnown(handle, caller, batchId, signal)
          ? new Sent.Done(0, false, true)
          : new Sent.BatchOver();
    }
    Instant now = now(handle);
    if (isRepeated(handle, caller, batchId, signal, null)) {
      return new Sent.Done(0, false, true);
    }
    int delivered =
        handle
            .createQuery(Sql.named("sent_signal/to_batch"))
            .bind("batch", batchId)
            .bind("name", signal.name())
            .bind("data", signal.data())
            .bind("now", Timestamp.from(now))
            .mapTo(Integer.class)
            .one();
    String target = batchId + " " + signal.name();
    return sent(handle, caller, batchId, signal, delivered, target, now);
  }

  /**
   * Sends a signal to the workspace of the caller, where it ends all waits for its name and key.
   */
  public Sent toWorkspace(Caller caller, Signal signal) {
    return woken(
        Transactions.retrying(database.engine(), handle -> toWorkspace(handle, caller, signal)));
  }

  private Sent toWorkspace(Handle handle, Caller caller, Signal signal) {
    int workspace = caller.workspace().number();
    handle
        .createQuery(Sql.named("wait/lock"))
        .bind("workspaces", new Integer[] {workspace})
        .bind("names", new String[] {signal.name()})
        .bind("keys", new String[] {signal.key()})
        .mapToMap()
        .list();
    Instant now = now(handle);
    Timestamp expiry = Timestamp.from(now.plus(timeToLive));
    if (isRepeated(handle, caller, NO_BATCH, signal, expiry)) {
      return new Sent.Done(0, false, true);
    }
    int delivered =
        handle
            .createQuery(Sql.named("sent_signal/to_workspace"))
            .bind("workspace", workspace)
            .bind("name", signal.name())
            .bind("key", signal.key())
            .bind("data", signal.data())
            .bind("now", Timestamp.from(now))
            .bind("expires_at", expiry)
            .mapTo(Integer.class)
            .one();
    String target = signal.name() + " " + signal.key();
    return sent(handle, caller, null, signal, delivered, target, now);
  }

  /** Checks the bound of kept signals, which takes the signal back, and writes the audit trail. */
  private static Sent sent(
      Handle handle,
      Caller caller,
      @Nullable UUID batchId,
      Signal signal,
      int delivered,
      String target,
      Instant now) {
    if (delivered == 0 && kept(handle, caller, batchId, signal) > Limits.SIGNALS_KEPT_MAX) {
      handle.rollback();
      return new Sent.TooMany();
    }
    AuditTrail.add(handle, List.of(new AuditEntry(caller, AuditAction.SIGNAL_SEND, target)), now);
    return new Sent.Done(delivered, delivered == 0, false);
  }

  private static int kept(Handle handle, Caller caller, @Nullable UUID batchId, Signal signal) {
    return handle
        .createQuery(Sql.named("sent_signal/kept"))
        .bind("batch", batchId)
        .bind("workspace", caller.workspace().number())
        .bind("name", signal.name())
        .bind("key", signal.key())
        .bind("limit", Limits.SIGNALS_KEPT_MAX + 1)
        .mapTo(Integer.class)
        .one();
  }

  /** Whether a signal to a batch has come before; a batch that is over stores no further ID. */
  private static boolean isKnown(Handle handle, Caller caller, UUID batchId, Signal signal) {
    return signal.id() != null
        && handle
            .createQuery(Sql.named("sent_signal/known_id"))
            .bind("workspace", caller.workspace().number())
            .bind("scope", batchId)
            .bind("name", signal.name())
            .bind("id", signal.id())
            .mapTo(Boolean.class)
            .one();
  }

  private static boolean isRepeated(
      Handle handle, Caller caller, UUID scope, Signal signal, @Nullable Timestamp expiry) {
    return signal.id() != null
        && handle
            .createQuery(Sql.named("sent_signal/receive_id"))
            .bind("workspace", caller.workspace().number())
            .bind("scope", scope)
            .bind("name", signal.name())
            .bind("key", signal.key() == null ? "" : signal.key())
            .bind("id", signal.id())
            .bind("expires_at", expiry)
            .mapTo(Boolean.class)
            .findOne()
            .isEmpty();
  }

  private Sent woken(Sent sent) {
    if (sent instanceof Sent.Done(int delivered, _, _) && delivered > 0) {
      signals.committed(Set.of(), false, false, true);
    }
    return sent;
  }

  private Instant now(Handle handle) {
    return DatabaseTime.now(handle).plus(skew.get());
  }

  /** Removes the signals that nobody waited for in time; says how many rows went. */
  public int expire() {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createUpdate(Sql.named("sent_signal/expire"))
                .bind("now", Timestamp.from(now(handle)))
                .execute());
  }
}
