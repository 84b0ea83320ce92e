package dev.edgewise.server.testing;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Inline.Verdict;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.RunningLimits;
import dev.edgewise.server.store.submission.Submitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The store's writers on a test's database. A task whose spread is a number makes that many items,
 * a guard of {@code false} skips, and a {@code let} is its own value.
 */
public final class TestStore implements AutoCloseable {
  /** Who makes the changes of a test. */
  public static final Caller CALLER = new Caller(Workspace.DEFAULT, "test");

  public final Signals signals = new Signals();
  public final WaitingWorkers workers;
  public final Committer committer;
  public final Submissions submissions;
  public final Claims claims;
  public final Leases leases;
  public final BatchStop stop;
  private final Map<TaskKey, Claimed> held = new ConcurrentHashMap<>();

  public TestStore(Database database) {
    this(database, WaitClock.SYSTEM);
  }

  /** A store whose workers wait by this clock. */
  public TestStore(Database database, WaitClock clock) {
    this(database, settings(TestStore::verdict), clock);
  }

  /** A store whose inline nodes are decided by the test. */
  public TestStore(Database database, Function<Node, Verdict> verdicts) {
    this(database, settings(verdicts));
  }

  /** A store that commits by these settings; the skew of the time is that of all its parts. */
  public TestStore(Database database, CommitSettings settings) {
    this(database, settings, WaitClock.SYSTEM);
  }

  private TestStore(Database database, CommitSettings settings, WaitClock clock) {
    Supplier<Duration> skew = settings.skew();
    claims = new Claims(database, skew, RunningLimits.NONE);
    workers = new WaitingWorkers(claims::take, clock);
    signals.add(workers);
    committer = new Committer(database, settings, signals, workers);
    submissions = new Submissions(database, committer, skew, Submissions.Quota.UNLIMITED);
    leases = new Leases(database, skew);
    stop = new BatchStop(database, committer, skew);
  }

  private static CommitSettings settings(Function<Node, Verdict> verdicts) {
    Inline inline = new ScriptedInline(verdicts);
    return CommitSettings.of(true, (_, _, _, _) -> inline, RunningLimits.NONE);
  }

  private static Verdict verdict(Node node) {
    DataFlow flow = node.shape().flow();
    if ("false".equals(flow.when())) {
      return new Verdict.Skip();
    }
    String value = flow.let() != null ? flow.let() : flow.output();
    if (value != null) {
      return new Verdict.Value(value);
    }
    if (!node.shape().spreads()) {
      return new Verdict.Proceed();
    }
    return node.standing().items() >= 0
        ? new Verdict.Value("[]")
        : new Verdict.Items(
            IntStream.range(0, Integer.parseInt(Objects.requireNonNull(flow.spread()).list()))
                .mapToObj(Integer::toString)
                .toList());
  }

  /** Submits a batch; the tasks get the numbers from 1 on. */
  public UUID submit(@Nullable String name, TestTask... tasks) {
    return submit(name, null, tasks);
  }

  /** Submits a batch with metadata. */
  public UUID submit(@Nullable String name, @Nullable String metadata, TestTask... tasks) {
    return switch (submissions.submit(CALLER, spec(name, metadata, tasks), null, _ -> {})) {
      case Submitted.Created created -> created.batchId();
      case Submitted refused -> throw new IllegalStateException(refused.toString());
    };
  }

  /** A batch as it is submitted. */
  public static BatchSpec spec(
      @Nullable String name, @Nullable String metadata, TestTask... tasks) {
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < tasks.length; i++) {
      positions.put(tasks[i].id, i);
    }
    List<TaskSpec> specs = new ArrayList<>();
    for (TestTask task : tasks) {
      specs.add(task.spec(positions));
    }
    return new BatchSpec(name, null, metadata, null, specs, false, 0, null);
  }

  /** Claims the most urgent task of a kind as a worker. */
  public TaskKey claim(String kind) {
    return claimAs("worker-1", kind);
  }

  public TaskKey claimAs(String worker, String kind) {
    return take(
        new ClaimRequest(worker, true, Map.of(Lane.work(Workspace.DEFAULT, kind), 1), 1, null));
  }

  /** Claims the most urgent task of a host as a dispatcher. */
  public TaskKey claimFor(String host) {
    return take(new ClaimRequest("server-1", false, Map.of(Lane.hook(host), 1), 1, 30));
  }

  /** Tries to claim a task of a kind; returns false if rules hold it back. */
  public boolean tryClaim(String kind) {
    return !claims
        .claim(
            new ClaimRequest(
                "worker-1", true, Map.of(Lane.work(Workspace.DEFAULT, kind), 1), 1, null))
        .isEmpty();
  }

  private TaskKey take(ClaimRequest request) {
    Claimed claimed = claims.claim(request).getFirst();
    held.put(claimed.task(), claimed);
    return claimed.task();
  }

  /** Reports that the call of a claimed task was answered. */
  public void started(TaskKey task, @Nullable String cancelAction) {
    var token = Objects.requireNonNull(held.get(task)).token();
    leases.started(List.of(new Leases.Answered(new Leases.Held(task, token), cancelAction)));
  }

  /** Reports together that the calls of claimed tasks were answered. */
  public void started(List<TaskKey> tasks) {
    leases.started(
        tasks.stream()
            .map(task -> new Leases.Held(task, Objects.requireNonNull(held.get(task)).token()))
            .map(claim -> new Leases.Answered(claim, null))
            .toList());
  }

  public Answer succeed(TaskKey task, @Nullable String result) {
    return committer.apply(new Command.Succeed(task, null, result));
  }

  public Answer fail(TaskKey task, String reason) {
    return committer.apply(new Command.Fail(task, null, FailureType.EXPLICIT, reason, true));
  }

  @Override
  public void close() {
    committer.close();
  }
}
