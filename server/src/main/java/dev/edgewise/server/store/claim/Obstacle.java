package dev.edgewise.server.store.claim;

import dev.edgewise.core.rule.Admission;
import dev.edgewise.core.rule.Candidate;
import dev.edgewise.core.rule.MatchKey;
import dev.edgewise.core.rule.Rule;
import dev.edgewise.core.rule.RuleDecision.Blocked;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * A rule that holds a ready task back right now.
 *
 * @param reason why, in words
 * @param holders some of the tasks that the rule counts, the oldest claims first; none of a rate
 */
public record Obstacle(Rule rule, String reason, List<Holder> holders) {
  private static final int HOLDERS_MAX = 20;

  public Obstacle {
    holders = List.copyOf(holders);
  }

  /**
   * A held task.
   *
   * @param holder the worker or server that holds it
   */
  public record Holder(TaskKey task, String name, String holder) {}

  /** Every rule of a task that would refuse its claim now. */
  public static List<Obstacle> of(Handle handle, Candidate candidate) {
    var usage = RuledTasks.usage(handle, List.of(candidate), DatabaseTime.now(handle));
    Admission admission = new Admission(List.of(candidate), usage);
    List<Obstacle> obstacles = new ArrayList<>();
    for (Rule rule : candidate.rules()) {
      var alone =
          new Candidate(
              candidate.workspace(),
              candidate.kind(),
              candidate.metadata(),
              candidate.remaining(),
              List.of(rule));
      for (Blocked blocked : admission.obstacles(alone)) {
        var set = rule.matcher().key(candidate);
        var counted = rule instanceof Rule.Rate ? Optional.<MatchKey>empty() : set;
        obstacles.add(
            new Obstacle(
                rule,
                blocked.reason(),
                counted.map(key -> holders(handle, key)).orElseGet(List::of)));
      }
    }
    return obstacles;
  }

  private static List<Holder> holders(Handle handle, MatchKey set) {
    return handle
        .createQuery(Sql.named("lease/holders"))
        .bind("workspace", set.workspace().number())
        .bind("kind", set.matcher().kind())
        .bind("fields", Columns.texts(set.matcher().fields()))
        .bind("values", Columns.texts(set.values()))
        .bind("limit", HOLDERS_MAX)
        .map((row, _) ->
            new Holder(
                new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
                row.getString("name"),
                row.getString("holder")))
        .list();
  }
}
