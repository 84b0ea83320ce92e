package dev.edgewise.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

@Timeout(120)
class NodeSignalsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.open();

  @AfterEach
  void close() {
    database.close();
  }

  /** Records the signals that it receives. */
  private static final class Ear implements Signals.Listener {
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @Override
    public void ready(Collection<String> lanes) {
      heard.addAll(lanes.isEmpty() ? List.of("any") : lanes);
    }

    @Override
    public void timer() {
      heard.add("timer");
    }

    @Override
    public void calls() {
      heard.add("calls");
    }
  }

  @Test
  void aCommitIsSignaledOnceToEachServer() {
    Signals one = new Signals();
    Signals other = new Signals();
    Ear oneEar = new Ear();
    Ear otherEar = new Ear();
    one.add(oneEar);
    other.add(otherEar);
    try (var first = new NodeSignals(database.database(), one, "one").start();
        var second = new NodeSignals(database.database(), other, "other").start()) {
      // A server that begins to listen wakes its own listeners.
      await().atMost(PATIENCE).until(() -> oneEar.heard.contains("timer"));
      await().atMost(PATIENCE).until(() -> otherEar.heard.contains("timer"));
      oneEar.heard.clear();
      otherEar.heard.clear();

      one.committed(List.of("hook:a", "work:b"), false, true, false);
      await().atMost(PATIENCE).until(() -> otherEar.heard.size() >= 3);
      assertThat(otherEar.heard).containsExactlyInAnyOrder("hook:a", "work:b", "calls");

      other.committed(List.of(), true, false, true);
      await().atMost(PATIENCE).until(() -> oneEar.heard.contains("any"));
      one.committed(List.of("hook:last"), false, false, false);
      await().atMost(PATIENCE).until(() -> otherEar.heard.contains("hook:last"));
      // Each heard its own commits, and the other's once.
      assertThat(oneEar.heard)
          .containsExactlyInAnyOrder("hook:a", "work:b", "calls", "any", "timer", "hook:last");
      assertThat(otherEar.heard)
          .containsExactlyInAnyOrder("hook:a", "work:b", "calls", "any", "timer", "hook:last");
    }
  }

  @Test
  void aLoneServerSendsNothingAndTellsANewServerToCheckAllLanes() throws SQLException {
    Signals one = new Signals();
    Signals other = new Signals();
    Ear oneEar = new Ear();
    Ear otherEar = new Ear();
    one.add(oneEar);
    other.add(otherEar);
    try (var bystander = database.database().dedicated();
        var statement = bystander.createStatement();
        var first = new NodeSignals(database.database(), one, "one").start()) {
      await().atMost(PATIENCE).until(() -> oneEar.heard.contains("timer"));
      statement.execute("listen edgewise");
      one.committed(List.of("hook:untold"), false, false, false);
      await()
          .atMost(PATIENCE)
          .until(() ->
              database
                  .text(
                      "select count(*)::text from pg_stat_activity where state = 'idle'"
                          + " and query like '%pg_locks%' and query not like '%pg_stat_activity%'")
                  .equals("1"));
      statement.execute("select 1");
      assertThat(bystander.unwrap(PGConnection.class).getNotifications()).isNullOrEmpty();

      try (var second = new NodeSignals(database.database(), other, "other").start()) {
        // Once when it begins to listen, once for the message of the other server.
        await()
            .atMost(PATIENCE)
            .until(() -> otherEar.heard.stream().filter("any"::equals).count() == 2);
        one.committed(List.of("hook:heard"), false, false, false);
        await().atMost(PATIENCE).until(() -> otherEar.heard.contains("hook:heard"));
      }
    }
  }

  @Test
  void aServerThatWasCutOffListensAgainAndWakesItsLoops() {
    Signals signals = new Signals();
    Ear ear = new Ear();
    signals.add(ear);
    try (var node = new NodeSignals(database.database(), signals, "one").start()) {
      await().atMost(PATIENCE).until(() -> ear.heard.contains("any"));
      ear.heard.clear();
      database
          .database()
          .reader()
          .useHandle(handle ->
              handle.execute(
                  "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and"
                      + " database = (select oid from pg_database where datname ="
                      + " current_database())"));

      await().atMost(PATIENCE).until(() -> ear.heard.contains("any"));
    }
  }

  @Test
  void messagesThatWouldBeTooLongNameNoLanes() {
    NodeMessage many =
        NodeMessage.ofLanes(IntStream.range(0, 1000).mapToObj(i -> "hook:host-" + i).toList());
    assertThat(many.text("n").length()).isLessThan(8000);
    assertThat(NodeMessage.read(many.text("n"))).isEqualTo(NodeMessage.ANY_LANE);
    assertThat(NodeMessage.ofLanes(Set.of("work:two\nlines"))).isEqualTo(NodeMessage.ANY_LANE);
    NodeMessage mixed = NodeMessage.ofLanes(Set.of("work:a", "hook:b")).and(NodeMessage.CALLS);
    assertThat(NodeMessage.read(mixed.text("n"))).isEqualTo(mixed);
    assertThat(NodeMessage.isFrom("n", mixed.text("n"))).isTrue();
    assertThat(NodeMessage.isFrom("n2", mixed.text("n"))).isFalse();
  }

  @Test
  void signalsStartWorkOnAnotherServer() {
    Options patient = Options.DEFAULT.interval(Duration.ofHours(1));
    try (var receiver = Receiver.start();
        var submitter = new TestStore(database.database());
        var dispatching = new TestNode(database.settings(), patient);
        var here = new NodeSignals(database.database(), submitter.signals, "here").start();
        var there = new NodeSignals(dispatching.database, dispatching.signals, "there").start()) {
      // Listening has begun once a round trip has worked.
      Ear ear = new Ear();
      dispatching.signals.add(ear);
      await()
          .atMost(PATIENCE)
          .until(() -> {
            submitter.signals.committed(List.of("none"), false, false, false);
            return ear.heard.contains("none");
          });

      var tasks = Collections.nCopies(20, TestNode.task(receiver.action("/")));
      submitter.submissions.submit(TestStore.CALLER, TestTask.batch(tasks), null, _ -> {});

      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 20);
    }
  }

  @Test
  void pollingStartsWorkWithoutSignals() {
    Options options = Options.DEFAULT.interval(Duration.ofMillis(200));
    try (var receiver = Receiver.start();
        var elsewhere = new TestStore(database.database());
        var dispatching = new TestNode(database.settings(), options)) {
      Actions actions =
          new Actions(receiver.action("/"), "[" + receiver.action("/end") + "]", null, null);
      var batch =
          (Submitted.Created)
              elsewhere.submissions.submit(
                  TestStore.CALLER,
                  TestTask.batch(List.of(TestNode.task(actions, null, 60))),
                  null,
                  _ -> {});
      TaskKey task = new TaskKey(batch.batchId(), 1);

      await().atMost(PATIENCE).until(() -> dispatching.status(task).equals("running"));
      elsewhere.succeed(task, null);
      await().atMost(PATIENCE).until(() -> receiver.calls("success").size() == 1);
    }
  }
}
