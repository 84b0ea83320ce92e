package dev.edgewise.server.store.claim;

import dev.edgewise.core.rule.Admission;
import dev.edgewise.core.rule.Candidate;
import dev.edgewise.core.rule.Load;
import dev.edgewise.core.rule.MatchKey;
import dev.edgewise.core.rule.RateKey;
import dev.edgewise.core.rule.Rule;
import dev.edgewise.core.rule.Usage;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Lane;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What rules need to know of the database. */
final class RuledTasks {

  private RuledTasks() {}

  /**
   * A candidate for a claim.
   *
   * @param parked what it was set aside for; null when it was not
   */
  record Contender(
      TaskKey task,
      String lane,
      @Nullable String parked,
      Candidate candidate,
      int spread,
      int parallel,
      int maxRunning) {

    /** No limit of the workspace. */
    static final int UNLIMITED = -1;

    /**
     * @param maxRunning the limits of workspaces by number
     */
    static Contender read(ResultSet row, Map<Integer, Integer> maxRunning) throws SQLException {
      long expected = row.getLong("expected_count");
      OptionalLong remaining =
          row.wasNull()
              ? OptionalLong.empty()
              : OptionalLong.of(
                  Load.remaining(expected, row.getLong("success"), row.getLong("failures")));
      Candidate candidate =
          new Candidate(
              Workspace.of(row.getObject("batch_id", UUID.class)),
              row.getString("kind"),
              StoredRules.fields(row.getString("metadata")),
              remaining,
              StoredRules.read(row.getString("rules")));
      return new Contender(
          new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
          row.getString("lane"),
          row.getString("parked"),
          candidate,
          row.getInt("bounded_spread"),
          row.getInt("spread_parallel"),
          maxRunning.getOrDefault(candidate.workspace().number(), UNLIMITED));
    }

    /** Whether it is an item of a spread that bounds how many run at once. */
    boolean bounded() {
      return spread > 0;
    }

    Workspace workspace() {
      return candidate.workspace();
    }

    /** Whether its workspace bounds how many tasks run. */
    boolean limited() {
      return maxRunning != UNLIMITED;
    }

    /** The spread whose bound it has to keep. */
    TaskKey boundedSpread() {
      return new TaskKey(task.batchId(), spread);
    }

    /** The locks that keep other claims from deciding about the same limits at the same time. */
    Stream<String> locks() {
      Stream<String> kinds =
          candidate.rules().stream()
              .map(rule -> Lane.rule(candidate.workspace(), rule.matcher().kind()));
      Stream<String> spreads = bounded() ? Stream.of("spread:" + boundedSpread()) : Stream.of();
      Stream<String> workspaces =
          limited() ? Stream.of(Lane.runningPrefix(workspace())) : Stream.of();
      return Stream.of(kinds, spreads, workspaces).flatMap(each -> each);
    }

    /** Where tasks are parked that wait for the same as this one would have to. */
    Stream<String> places() {
      Stream<String> sets = candidate.rules().stream().map(this::place);
      Stream<String> spreads = bounded() ? Stream.of(spreadPlace()) : Stream.of();
      Stream<String> workspaces =
          limited() ? Stream.of(Lane.runningPrefix(workspace())) : Stream.of();
      return Stream.of(sets, spreads, workspaces).flatMap(each -> each);
    }

    private String spreadPlace() {
      return Lane.spreadPrefix(task, spread);
    }

    private String place(Rule rule) {
      if (rule instanceof Rule.Rate rate && rule.matcher().key(candidate).isPresent()) {
        return RateBuckets.name(new RateKey(rule.matcher().key(candidate).get(), rate));
      }
      String set = rule.matcher().key(candidate).map(MatchKey::description).orElse("");
      return Lane.rulePrefix(candidate.workspace(), rule.matcher().kind()) + set;
    }

    /**
     * What has to change before it is worth another look: the first set that blocks it.
     *
     * @param rooms of its spread and its workspace
     */
    String parkingPlace(Admission admission, Rooms rooms) {
      if (!rooms.hasRoomInSpread(this)) {
        return spreadPlace();
      }
      if (!rooms.hasRoomInWorkspace(this)) {
        return Lane.runningPrefix(workspace());
      }
      for (Rule rule : candidate.rules()) {
        if (!admission.obstacles(candidateWith(rule)).isEmpty()) {
          return place(rule);
        }
      }
      throw new IllegalStateException("nothing blocks task " + task);
    }

    private Candidate candidateWith(Rule rule) {
      return new Candidate(
          candidate.workspace(),
          candidate.kind(),
          candidate.metadata(),
          candidate.remaining(),
          List.of(rule));
    }
  }

  /** What is in use of the limits that these candidates' rules set. */
  static Usage usage(Handle handle, List<Candidate> candidates, Instant now) {
    return new Usage(
        loads(handle, candidates), RateBuckets.read(handle, Admission.rates(candidates)), now);
  }

  private static Map<MatchKey, Load> loads(Handle handle, List<Candidate> candidates) {
    List<MatchKey> keys = new ArrayList<>(Admission.keys(candidates));
    if (keys.isEmpty()) {
      return Map.of();
    }
    var columns = new Columns();
    var workspaces = columns.integers("workspaces");
    var kinds = columns.texts("kinds");
    var fields = columns.texts("fields");
    var values = columns.texts("values");
    for (MatchKey key : keys) {
      workspaces.add(key.workspace().number());
      kinds.add(key.matcher().kind());
      fields.add(ArrayLiteral.of(key.matcher().fields()));
      values.add(ArrayLiteral.of(key.values()));
    }
    Map<MatchKey, Load> loads = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("lease/loads")))
        .map((row, _) ->
            loads.put(
                keys.get(row.getInt("ordinal") - 1),
                new Load(row.getLong("count"), row.getLong("remaining"))))
        .list();
    return loads;
  }
}
