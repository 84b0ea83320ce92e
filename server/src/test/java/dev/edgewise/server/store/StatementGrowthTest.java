package dev.edgewise.server.store;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.export.Export;
import dev.edgewise.server.store.fsck.Fsck;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Deliveries;
import dev.edgewise.server.store.read.Edges;
import dev.edgewise.server.store.read.Edges.Choice;
import dev.edgewise.server.store.read.Failures;
import dev.edgewise.server.store.read.Inquiries;
import dev.edgewise.server.store.read.Ledger;
import dev.edgewise.server.store.read.LedgerRow;
import dev.edgewise.server.store.read.Loads;
import dev.edgewise.server.store.read.Tasks;
import dev.edgewise.server.store.retention.Retention;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.testing.StatementWork;
import dev.edgewise.server.testing.StatementWork.Done;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFilters;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How the work of PostgreSQL grows when batches do, for every statement that reads or changes a
 * batch as a whole. Work is what EXPLAIN counts, so that a busy machine changes nothing.
 */
class StatementGrowthTest {
  private static final Path FOLDER = Path.of("src/main/resources/sql");
  private static final int SMALL = 100;
  private static final int FACTOR = 8;

  /** Eight times the tasks may take more than eight times the work, but not sixty-four. */
  private static final double MOST = 2.5 * FACTOR;

  /** Work per task that is always allowed, so that a different plan is no finding. */
  private static final long LITTLE = 15;

  private static final int PAGE = 100;

  /** Statements that do not concern a batch, or concern the whole database. */
  private static final Set<String> OTHER_FOLDERS =
      Set.of(
          "api_key",
          "audit",
          "backfill",
          "backup",
          "browser_session",
          "bucket",
          "database",
          "fairness",
          "installation",
          "schedule",
          "schedule_tick",
          "secret",
          "signal",
          "submission_key",
          "workflow",
          "workspace");

  /** Statements without a plan. */
  private static final Set<String> UNPLANNED =
      Set.of("submission/copy_states", "submission/copy_tasks");

  /** Statements about a bounded number of tasks or calls, whatever the size of a batch. */
  private static final Set<String> BOUNDED =
      Set.of(
          "approval/find",
          "approval/list",
          "attempt/keep_errors",
          "attempt/of_task",
          "attempt/report_progress",
          "batch/mark",
          "batch/output",
          "call/again",
          "call/child_ended",
          "call/due",
          "call/lock_spread",
          "call/next",
          "call/start",
          "deadline/due",
          "event/newest",
          "event/seen",
          "expression/readers",
          "expression/values",
          "lease/expired",
          "lease/extend",
          "lease/of_workspaces",
          "lease/started",
          "log/append",
          "log/extents",
          "log/newest",
          "log/page",
          "outbox/hosts",
          "outbox/late_cancel",
          "outbox/settle",
          "outbox/take",
          "queue/candidates",
          "queue/hook_lanes",
          "queue/overdue",
          "queue/park",
          "queue/probe",
          "queue/try_lock_places",
          "queue/unpark",
          "retention/audit",
          "retention/ticks",
          "sent_signal/expire",
          "sent_signal/kept",
          "sent_signal/known_id",
          "sent_signal/lock_batch",
          "sent_signal/receive_id",
          "task/standing",
          "task/to_give",
          "task/update",
          "timer/due",
          "timer/next",
          "wait/due",
          "webhook_execution/begin",
          "webhook_execution/end",
          "webhook_execution/renew",
          "webhook_execution/replay",
          "webhook_execution/standing");

  @TempDir private Path folder;

  @Test
  void noStatementDoesMoreThanItsShareInALargerBatch() throws Exception {
    Map<String, Done> small = done(SMALL);
    Map<String, Done> large = done(SMALL * FACTOR);
    List<String> tooMuch = new ArrayList<>();
    large.forEach((statement, done) -> {
      long before = small.containsKey(statement) ? small.get(statement).work() : 0;
      if (done.work() > Math.max(MOST * before, LITTLE * SMALL * FACTOR)) {
        tooMuch.add("%d -> %d: %s%n%s".formatted(before, done.work(), statement, done.plan()));
      }
    });
    assertThat(tooMuch).isEmpty();
  }

  /** The work of each statement, by its name if it has one. */
  private Map<String, Done> done(int size) throws Exception {
    try (var database = TestDatabase.open();
        var store = new TestStore(database.database());
        var work = StatementWork.of(database.database())) {
      new Shapes(database.database(), store, size).go(folder);
      Map<String, Done> done = new HashMap<>();
      Map<String, String> names = new HashMap<>();
      names().forEach(name -> names.put(Sql.named(name).strip().replaceFirst(";$", ""), name));
      work.done().forEach((text, each) -> done.put(names.getOrDefault(text, text), each));
      Set<String> missing = new TreeSet<>(names());
      missing.removeAll(done.keySet());
      missing.removeAll(BOUNDED);
      missing.removeAll(UNPLANNED);
      missing.removeIf(name -> OTHER_FOLDERS.contains(name.replaceFirst("/.*", "")));
      assertThat(missing).as("statements that no shape here is tried with").isEmpty();
      return done;
    }
  }

  private static List<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> FOLDER.relativize(file).toString().replace('\\', '/').replace(".sql", ""))
          .toList();
    }
  }

  /** Batches of every shape, and every operation on a batch as a whole. */
  private static final class Shapes {
    private final Database database;
    private final TestStore store;
    private final int size;

    Shapes(Database database, TestStore store, int size) {
      this.database = database;
      this.store = store;
      this.size = size;
    }

    private UUID submit(String name, IntFunction<TestTask> tasks) {
      return store.submit(
          name, IntStream.range(0, size + 1).mapToObj(tasks).toArray(TestTask[]::new));
    }

    void go(Path folder) throws Exception {
      List<UUID> all = submitted();
      UnexecutedShapes unexecuted = new UnexecutedShapes(database, store, size);
      // PostgreSQL does this within a minute; StatementsTest checks the plans before that.
      database.engine().useHandle(handle -> handle.execute("analyze"));
      progress();
      GrownShape.grow(database, store, all.getFirst(), size);
      unexecuted.progress();
      database.engine().useHandle(handle -> handle.execute("analyze"));
      all.forEach(this::look);
      whole(folder);
      all.forEach(batch -> store.stop.stop(TestStore.CALLER, batch));
      all.forEach(batch -> store.committer.apply(new Command.RerunFailed(new TaskKey(batch, 0))));
      whole(folder);
      hold(all.getLast());
      all.forEach(batch -> store.stop.stop(TestStore.CALLER, batch));
      new Retention(database).step(Instant.now().plusSeconds(60), 1_000_000);
    }

    private List<UUID> submitted() {
      UUID out =
          submit(
              "fan-out",
              i -> i == 0 ? task("0").kind("first") : task("" + i).on(Condition.ON_SUCCESS, "0"));
      String bye = "[" + TestTask.call("http://localhost/bye") + "]";
      UUID in =
          submit(
              "fan-in",
              i -> {
                TestTask each = task("" + i).kind(i == size ? "last" : "leaf");
                for (int parent = 0; i == size && parent < size; parent++) {
                  each.after("" + parent);
                }
                return each.actions(new Actions(null, null, null, bye));
              });
      UUID chain =
          submit(
              "chain",
              i ->
                  i == 0
                      ? task("0").kind("top")
                      : task("" + i).on(Condition.ON_SUCCESS, "" + (i - 1)));
      UUID join =
          submit(
              "join",
              i -> {
                TestTask each = task("" + i).kind(i == size ? "joined" : "joining");
                for (int above = 0; i == size && above < size; above++) {
                  each.after("" + above);
                }
                return each.join(i == size ? Join.ANY : Join.ALL);
              });
      UUID parent = store.submit("parent", task("0").kind("parent"));
      UUID between =
          submit(
              "between",
              i -> task("" + i).on(Condition.ON_SUCCESS, new TaskKey(parent, 1).publicId()));
      UUID pairs =
          submit(
              "pairs",
              i ->
                  i % 8 > 0
                      ? task("" + i)
                      : task("" + i).on(Condition.ALWAYS, new TaskKey(in, i + 1).publicId()));
      var flow = TestFlow.spread("" + size, size);
      UUID spread = store.submit("spread", task("0").kind("item").flow(flow), task("1").after("0"));
      var matcher = new DedupeMatcher("new", TaskState.PENDING, List.of("key"));
      UUID ruled =
          submit(
              "ruled",
              i ->
                  task("" + i)
                      .kind("ruled")
                      .metadata("{\"key\": %d}".formatted(i))
                      .dedupe(matcher)
                      .rules(TestTask.oneAtATime("ruled")));
      return List.of(out, in, chain, join, parent, between, pairs, spread, ruled);
    }

    /** Moves something in each of the batches. */
    private void progress() {
      store.succeed(store.claim("first"), "1");
      store.fail(store.claim("top"), "no");
      store.succeed(store.claim("parent"), null);
      store.claim("ruled");
      store.succeed(store.claim("joining"), "1");
      // The other tasks above it become dead ends.
      store.succeed(store.claim("joined"), "1");
      store.succeed(store.claim("item"), "1");
      List<Claimed> claimed = new ArrayList<>();
      for (int left = size * 3 / 4; left > 0; left -= 500) {
        claimed.addAll(
            store.claims.claim(
                new ClaimRequest(
                    "w",
                    true,
                    Map.of(Lane.work(Workspace.DEFAULT, "leaf"), 500),
                    Math.min(left, 500),
                    null)));
      }
      store.committer.applyAll(
          claimed.subList(0, size / 2).stream()
              .<Command>map(each -> new Command.Succeed(each.task(), null, "1"))
              .toList());
      // The other tasks stay claimed.
      store.committer.applyAll(
          claimed.subList(size / 2, size * 5 / 8).stream()
              .<Command>map(each -> new Command.PutBack(each.task(), each.token()))
              .toList());
    }

    private void hold(UUID batch) {
      new TaskUpdates(database, () -> Duration.ZERO)
          .replaceRules(TestStore.CALLER, batch, "ruled", "[]");
      store.committer.applyAll(
          IntStream.rangeClosed(1, size + 1)
              .<Command>mapToObj(no -> new Command.Pause(new TaskKey(batch, no)))
              .toList());
    }

    /** Every read of a batch, and of its first and last task. */
    private void look(UUID batch) {
      var batches = new Batches(database);
      var tasks = new Tasks(database);
      var edges = new Edges(database);
      var ledger = new Ledger(database);
      batches.find(batch);
      batches.summed(batch);
      batches.list(TestFilters.batches(null, null, null), 100);
      batches.list(TestFilters.batches("leaf", "none", TaskState.WAITING), 100);
      new Failures(database).list(TestFilters.tasks(null, null, null, null), null, 100);
      tasks.details(batch, 0, size + 1, true);
      tasks.rows(batch, 0, size + 1, true);
      tasks.spreads(batch);
      for (TaskState state : new TaskState[] {null, TaskState.WAITING, TaskState.SUCCESS}) {
        tasks.list(TestFilters.tasks(batch, state, null, null), 0, 100);
        tasks.list(TestFilters.tasks(null, state, "leaf", "none"), 0, 100);
      }
      edges.run(batch, 0, size + 1, new Choice(null, true));
      edges.run(batch, 0, size + 1, new Choice(false, false));
      edges.foreign(batch, new Choice(null, true));
      new Loads(database).now();
      var spreads = new Columns();
      spreads.uuids("batches").add(batch);
      spreads.integers("firsts").add(1);
      spreads.integers("counts").add(size);
      database
          .engine()
          .useHandle(handle ->
              spreads
                  .bindTo(handle.createQuery(Sql.named("expression/items")))
                  .bind("max_bytes", Limits.SPREAD_MAX_BYTES)
                  .mapToMap()
                  .list());
      long settled = ledger.mark().seq();
      List<LedgerRow> page = ledger.entries(batch, 0, settled, PAGE);
      while (page.size() == PAGE) {
        page = ledger.entries(batch, page.getLast().id(), settled, PAGE);
      }
      for (int no : new int[] {1, size + 1}) {
        TaskKey task = new TaskKey(batch, no);
        ledger.about(task, 0, settled, 1_000);
        new Inquiries(database).of(task);
        new Deliveries(database).of(task, 100);
        new Deliveries(database).list(Workspace.DEFAULT, null, null, PAGE, 100);
      }
    }

    private void whole(Path folder) {
      new Export(database).to(folder);
      assertThat(new Fsck(database).findings(true)).isEmpty();
    }
  }
}
