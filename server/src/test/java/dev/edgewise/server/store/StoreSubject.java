package dev.edgewise.server.store;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.model.BatchOutcome;
import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Dag;
import dev.edgewise.core.model.Fact;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.model.Snapshot.EdgeName;
import dev.edgewise.core.model.Snapshot.TaskView;
import dev.edgewise.core.model.Verdict;
import dev.edgewise.core.readiness.Answer;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.scenario.Subject;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.commit.BatchStop;
import dev.edgewise.server.store.commit.Command.Cancel;
import dev.edgewise.server.store.commit.Command.Expire;
import dev.edgewise.server.store.commit.Command.Fail;
import dev.edgewise.server.store.commit.Command.Pause;
import dev.edgewise.server.store.commit.Command.Rerun;
import dev.edgewise.server.store.commit.Command.RerunFailed;
import dev.edgewise.server.store.commit.Command.Resume;
import dev.edgewise.server.store.commit.Command.Retry;
import dev.edgewise.server.store.commit.Command.Succeed;
import dev.edgewise.server.store.commit.CommitSettings;
import dev.edgewise.server.store.commit.Committer;
import dev.edgewise.server.store.submission.Submissions;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.time.DueWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The store on a real PostgreSQL as a subject of scenarios, holding one batch. */
final class StoreSubject implements Subject, AutoCloseable {
  private static final int CLAIM_TIMEOUT_SECS = 30;

  private final Database database;
  private final AtomicReference<Duration> skew = new AtomicReference<>(Duration.ZERO);
  private final Committer committer;
  private final Committer otherNode;
  private final AtomicInteger turn = new AtomicInteger();
  private final Submissions submissions;
  private final Claims claims;
  private final Leases leases;
  private final DueWork dueWork;
  private final BatchStop stop;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, List<Token>> tokens = new ConcurrentHashMap<>();
  private final String host = UUID.randomUUID().toString();
  private UUID batchId = new UUID(0, 0);

  StoreSubject(Database database) {
    this.database = database;
    CommitSettings settings =
        new CommitSettings(1, 100, true, (_, _, _) -> StoreSubject::decide, skew::get);
    committer = new Committer(database, settings, new Signals());
    otherNode = new Committer(database, settings, new Signals());
    submissions = new Submissions(database, committer, skew::get);
    claims = new Claims(database, skew::get);
    leases = new Leases(database, skew::get);
    dueWork = new DueWork(database, skew::get);
    stop = new BatchStop(database, committer, skew::get);
  }

  /** What the flows of {@link #flow} mean. */
  private static Inline.Verdict decide(Node node) {
    DataFlow flow = node.shape().flow();
    if (flow.when() != null) {
      return new Inline.Verdict.Skip();
    }
    if (flow.let() == null) {
      return new Inline.Verdict.Proceed();
    }
    return flow.let().equals(Dag.ERROR_REASON)
        ? new Inline.Verdict.Fail(Dag.ERROR_REASON)
        : new Inline.Verdict.Value("1");
  }

  private static DataFlow flow(Dag.Decision decision) {
    return switch (decision) {
      case EXECUTED -> DataFlow.NONE;
      case GUARDED -> new DataFlow(null, "false", null, null, null, false, 0);
      case VALUE -> new DataFlow("1", null, null, null, null, false, 0);
      case ERROR -> new DataFlow(Dag.ERROR_REASON, null, null, null, null, false, 0);
    };
  }

  @Override
  public void close() {
    committer.close();
    otherNode.close();
  }

  @Override
  public Verdict apply(Command command) {
    return switch (command) {
      case Command.Submit(Dag dag) -> submit(dag);
      case Command.StopBatch _ -> {
        var stopped = stop.stop(batchId).orElseThrow();
        int live =
            stopped.waiting()
                + stopped.pending()
                + stopped.claimed()
                + stopped.running()
                + stopped.paused()
                + stopped.retryPending();
        yield live > 0 ? new Verdict.Applied() : new Verdict.Repeated();
      }
      case Command.RerunBatch _ -> answer(new RerunFailed(new TaskKey(batchId, 0)));
      case Command.Tick(Duration time) -> tick(time);
      case Command.OfTask ofTask -> apply(ofTask, key(ofTask.task()));
    };
  }

  /** Commands go to the two nodes in turn. */
  private Committer node() {
    return turn.getAndIncrement() % 2 == 0 ? committer : otherNode;
  }

  @Override
  public List<Verdict> applyTogether(List<Command> commands) {
    List<Future<Verdict>> answers;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      answers = commands.stream().map(command -> executor.submit(() -> apply(command))).toList();
    }
    return answers.stream().map(Future::resultNow).toList();
  }

  private Verdict apply(Command.OfTask command, TaskKey task) {
    return switch (command) {
      case Command.Claim _ -> claim(command.task());
      case Command.Start(_, Integer claim) -> start(command.task(), claim);
      case Command.ClaimTimeout _ -> expire(task, TaskState.CLAIMED);
      case Command.Timeout _ -> expire(task, TaskState.RUNNING);
      case Command.Succeed(_, Integer claim) ->
          answer(new Succeed(task, token(command.task(), claim), null));
      case Command.Fail(_, Integer claim, var type, boolean retryable, String reason) ->
          answer(new Fail(task, token(command.task(), claim), type, reason, retryable));
      case Command.RetryDue _ -> {
        waitFor(command.task());
        yield answer(new Retry(task));
      }
      case Command.Pause _ -> answer(new Pause(task));
      case Command.Resume _ -> answer(new Resume(task));
      case Command.Cancel(_, boolean cascade) -> answer(new Cancel(task, cascade));
      case Command.RerunTask _ -> answer(new Rerun(task));
    };
  }

  private Verdict submit(Dag dag) {
    List<TaskSpec> tasks = new ArrayList<>();
    for (Dag.Node node : dag.nodes()) {
      numbers.put(node.name(), numbers.size() + 1);
      tasks.add(spec(node));
    }
    Submitted submitted = submissions.submit(new BatchSpec(null, null, null, tasks), null);
    batchId = ((Submitted.Created) submitted).batchId();
    return new Verdict.Applied();
  }

  private TaskSpec spec(Dag.Node node) {
    DataFlow flow = flow(node.decision());
    String start =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://%s/\",\"verb\":\"Post\"}}"
            .formatted(host(node.name()));
    List<Dependency> parents =
        node.parents().stream()
            .map(edge -> (Dependency) new Dependency.Local(edge.parent(), edge.condition()))
            .toList();
    return new TaskSpec(
        node.name(),
        node.name(),
        "scenario",
        node.timeoutSecs(),
        null,
        0,
        parents,
        flow.inline() ? Actions.NONE : new Actions(start, null, null, null),
        node.retry(),
        null,
        List.of(),
        null,
        node.barrier(),
        null,
        flow,
        List.of());
  }

  /** A host of its own for each task, so that a claim can ask for exactly one. */
  private String host(String task) {
    return numbers.get(task) + "." + host;
  }

  private Verdict claim(String task) {
    var request =
        new ClaimRequest("test", false, Map.of(Lane.hook(host(task)), 1), 1, CLAIM_TIMEOUT_SECS);
    var claimed = claims.claim(request);
    if (claimed.isEmpty()) {
      return new Verdict.Refused(state(task));
    }
    tokens.computeIfAbsent(task, _ -> new CopyOnWriteArrayList<>()).add(claimed.getFirst().token());
    return new Verdict.Applied();
  }

  private Verdict start(String task, @Nullable Integer claim) {
    Token token = token(task, claim);
    List<Token> known = tokens.getOrDefault(task, List.of());
    Token speaksFor = token != null || known.isEmpty() ? token : known.getLast();
    if (speaksFor == null) {
      return new Verdict.Refused(state(task));
    }
    var held = new Leases.Held(key(task), speaksFor);
    return leases.started(List.of(new Leases.Answered(held, null))).isEmpty()
        ? new Verdict.Refused(state(task))
        : new Verdict.Applied();
  }

  private Verdict expire(TaskKey task, TaskState expected) {
    String name = List.copyOf(numbers.keySet()).get(task.no() - 1);
    if (state(name) != expected) {
      return new Verdict.Refused(state(name));
    }
    return answer(
        new Expire(
            task,
            tokens.getOrDefault(name, List.of()).getLast(),
            expected == TaskState.RUNNING,
            false));
  }

  private Verdict tick(Duration time) {
    skew.updateAndGet(time::plus);
    dueWork.expiredLeases().forEach(committer::apply);
    dueWork.timers().retries().forEach(committer::apply);
    return new Verdict.Applied();
  }

  /** Lets the time of the task's retry come. */
  private void waitFor(String task) {
    if (state(task) == TaskState.RETRY_PENDING) {
      Duration left = untilRetry(task);
      if (left.isPositive()) {
        skew.updateAndGet(now -> now.plus(left).plusMillis(10));
      }
    }
  }

  private @Nullable Token token(String task, @Nullable Integer claim) {
    if (claim == null) {
      return null;
    }
    List<Token> known = tokens.getOrDefault(task, List.of());
    return claim <= known.size() ? known.get(claim - 1) : new Token(-1, -1);
  }

  private Verdict answer(dev.edgewise.server.store.commit.Command command) {
    return switch (node().apply(command)) {
      case Answer.Applied _ -> new Verdict.Applied();
      case Answer.Repeated _ -> new Verdict.Repeated();
      case Answer.Refused refused -> new Verdict.Refused(refused.state());
      case Answer.Unknown _ -> new Verdict.Refused(null);
    };
  }

  private TaskKey key(String task) {
    return new TaskKey(batchId, Objects.requireNonNull(numbers.get(task)));
  }

  private TaskState state(String task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select status::text from task_state where batch_id = ? and no = ?")
                .bind(0, batchId)
                .bind(1, numbers.get(task))
                .map((row, _) -> TaskState.valueOf(row.getString(1).toUpperCase(Locale.ROOT)))
                .one());
  }

  @Override
  public Duration untilRetry(String task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select extract(epoch from next_retry_at - clock_timestamp()) from task_state"
                        + " where batch_id = ? and no = ?")
                .bind(0, batchId)
                .bind(1, numbers.get(task))
                .map((row, _) -> Duration.ofMillis(Math.round(row.getDouble(1) * 1000)))
                .one())
        .minus(skew.get());
  }

  @Override
  public Snapshot observe() {
    List<String> names = List.copyOf(numbers.keySet());
    Map<String, TaskView> tasks = new LinkedHashMap<>();
    Map<EdgeName, Fact> facts = new LinkedHashMap<>();
    return database
        .reader()
        .withHandle(handle -> {
          handle
              .createQuery(
                  "select no, status::text, attempt, satisfied, required, failure_reason"
                      + " from task_state where batch_id = ? order by no")
              .bind(0, batchId)
              .map((row, _) ->
                  tasks.put(
                      names.get(row.getInt(1) - 1),
                      new TaskView(
                          TaskState.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
                          row.getInt(3),
                          row.getInt(4),
                          row.getInt(5),
                          row.getString(6))))
              .list();
          handle
              .createQuery(
                  "select parent, child, satisfied, resolution::text, satisfying_attempt"
                      + " from fact where batch_id = ? order by parent, child")
              .bind(0, batchId)
              .map((row, _) ->
                  facts.put(
                      new EdgeName(names.get(row.getInt(1) - 1), names.get(row.getInt(2) - 1)),
                      new Fact(
                          row.getBoolean(3), Resolution.valueOf(row.getString(4)), row.getInt(5))))
              .list();
          String state =
              handle
                  .createQuery("select state::text from batch where batch_id = ?")
                  .bind(0, batchId)
                  .mapTo(String.class)
                  .one();
          return new Snapshot(tasks, facts, BatchOutcome.valueOf(state.toUpperCase(Locale.ROOT)));
        });
  }
}
