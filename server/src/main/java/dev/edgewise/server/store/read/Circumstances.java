package dev.edgewise.server.store.read;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.claim.Obstacle;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What decides whether a task runs.
 *
 * @param unmet some of the edges that are open or unsatisfied
 * @param unmetCount how many of them there are
 * @param place null unless it is ready and queued
 * @param hold null unless an executor holds it
 * @param waiting null unless it waits for a time, a signal or an approval
 * @param call null unless it calls a workflow now
 * @param root where a chain of skipped tasks began; null unless it is the end of one
 */
public record Circumstances(
    Standing standing,
    List<UnmetEdge> unmet,
    long unmetCount,
    @Nullable Place place,
    @Nullable Hold hold,
    TaskDetail.@Nullable Wait waiting,
    @Nullable Call call,
    @Nullable Root root) {

  public Circumstances {
    unmet = List.copyOf(unmet);
  }

  /**
   * Where the task stands.
   *
   * @param pausedFrom null unless it is paused
   * @param lane where it queues when it is ready
   * @param failureReason null unless it ended badly or is tried again
   * @param nextRetryAt null unless it waits for its next attempt
   * @param startsAt null unless its start was put off
   * @param join null when it needs all of its edges
   */
  public record Standing(
      TaskState state,
      @Nullable TaskState pausedFrom,
      int attempt,
      String kind,
      String lane,
      @Nullable String failureReason,
      @Nullable Instant nextRetryAt,
      @Nullable Instant startsAt,
      @Nullable JoinProgress join) {

    static Standing read(ResultSet row) throws SQLException {
      TaskState state = Cells.state(row, "status");
      return new Standing(
          state,
          Cells.stateOrNull(row, "paused_from"),
          row.getInt("attempt"),
          row.getString("kind"),
          row.getString("lane"),
          row.getString("failure_reason"),
          Cells.timeOrNull(row, "next_retry_at"),
          state == TaskState.PENDING ? Cells.timeOrNull(row, "starts_at") : null,
          row.getInt("join_count") == 0 ? null : JoinProgress.read(row));
    }
  }

  /** How many edges a task needs that does not need all of them, and how many are satisfied. */
  public record JoinProgress(int needed, int edges, int satisfied) {
    private static JoinProgress read(ResultSet row) throws SQLException {
      int items = Math.max(0, row.getInt("items"));
      int needed = row.getInt("required") - items;
      return new JoinProgress(
          needed, row.getInt("edges"), Math.min(needed, row.getInt("satisfied")));
    }
  }

  /**
   * An edge that is not satisfied.
   *
   * @param name the parent's; null when its batch was removed, as is its state
   * @param satisfied null while it is open
   */
  public record UnmetEdge(
      TaskKey parent,
      @Nullable String name,
      @Nullable TaskState state,
      Condition condition,
      @Nullable Boolean satisfied) {

    static UnmetEdge read(ResultSet row) throws SQLException {
      return new UnmetEdge(
          Cells.key(row, "parent_batch", "parent"),
          row.getString("name"),
          Cells.stateOrNull(row, "status"),
          Cells.condition(row.getString("condition")),
          Cells.flagOrNull(row, "satisfied"));
    }
  }

  /**
   * A place in the queue.
   *
   * @param ahead how many tasks are taken before it
   * @param aheadByKey the keys with the most tasks before it, where keys share its lane
   * @param held how many tasks of its kind executors hold now
   * @param parked what it was set aside for; null when it may be taken
   * @param obstacles the rules that would refuse its claim now
   */
  public record Place(
      long ahead,
      List<KeyAhead> aheadByKey,
      long held,
      @Nullable String parked,
      List<Obstacle> obstacles) {
    public Place {
      aheadByKey = List.copyOf(aheadByKey);
      obstacles = List.copyOf(obstacles);
    }
  }

  /**
   * How many tasks of a fairness key are taken before a task.
   *
   * @param key null for tasks without a key
   */
  public record KeyAhead(@Nullable String key, long count) {}

  /**
   * A lease.
   *
   * @param worker whether a worker holds it, not a server that calls for it
   */
  public record Hold(String holder, boolean worker, Instant until) {}

  /**
   * A call of a workflow.
   *
   * @param child null until the batch exists
   * @param tasks how many tasks the batch has
   * @param ended how many of them have ended
   * @param open some of those that have not
   */
  public record Call(String workflow, @Nullable UUID child, int tasks, int ended, List<Open> open) {
    public Call {
      open = List.copyOf(open);
    }

    static @Nullable Call read(ResultSet row) throws SQLException {
      String workflow = row.getString("workflow");
      if (workflow == null) {
        return null;
      }
      List<Open> open = new ArrayList<>();
      if (row.getArray("names") != null) {
        String[] names = (String[]) row.getArray("names").getArray();
        String[] statuses = (String[]) row.getArray("statuses").getArray();
        for (int i = 0; i < names.length; i++) {
          open.add(new Open(names[i], TaskState.valueOf(statuses[i].toUpperCase(Locale.ROOT))));
        }
      }
      return new Call(
          workflow,
          row.getObject("child_batch", UUID.class),
          row.getInt("total"),
          row.getInt("ended"),
          open);
    }
  }

  /** A task of a called batch that has not ended. */
  public record Open(String name, TaskState state) {}

  /**
   * Where a chain of skipped tasks began.
   *
   * @param steps how many edges are between it and the task
   * @param reason null when it ended without one
   */
  public record Root(
      TaskKey task, String name, TaskState state, @Nullable String reason, int steps) {

    static Root read(ResultSet row) throws SQLException {
      return new Root(
          Cells.key(row, "batch_id", "no"),
          row.getString("name"),
          Cells.state(row, "status"),
          row.getString("failure_reason"),
          row.getInt("steps"));
    }
  }
}
