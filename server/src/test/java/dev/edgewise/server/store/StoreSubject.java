package dev.edgewise.server.store;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.decision.Command.Cancel;
import dev.edgewise.core.decision.Command.Expire;
import dev.edgewise.core.decision.Command.Fail;
import dev.edgewise.core.decision.Command.GiveUp;
import dev.edgewise.core.decision.Command.Pause;
import dev.edgewise.core.decision.Command.PutBack;
import dev.edgewise.core.decision.Command.Reported;
import dev.edgewise.core.decision.Command.Rerun;
import dev.edgewise.core.decision.Command.RerunFailed;
import dev.edgewise.core.decision.Command.Resume;
import dev.edgewise.core.decision.Command.Retry;
import dev.edgewise.core.decision.Command.Succeed;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Verdict;
import dev.edgewise.oracle.scenario.Subject;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.expression.InlineNodes;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.RunningLimits;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The store on a real PostgreSQL as a subject of scenarios, holding one batch. */
final class StoreSubject implements Subject, AutoCloseable {
  private static final int CLAIM_TIMEOUT_SECS = 30;
  private static final int EVENTS_EVERY = 3;
  private static final Language LANGUAGE = new Language();

  private final Database database;
  private final AtomicReference<Duration> skew = new AtomicReference<>(Duration.ZERO);
  private final StoreServers servers;
  private final Submissions submissions;
  private final Claims claims;
  private final Leases leases;
  private final DueWork dueWork;
  private final BatchStop stop;
  private final SentSignals signals;
  private final StoreClock clock;
  private final StoreChildren children;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Set<String> spreads = new HashSet<>();
  private final Map<TaskKey, List<Token>> tokens = new ConcurrentHashMap<>();
  private final String domain = UUID.randomUUID().toString();
  private UUID batchId = new UUID(0, 0);
  private StoreView view;

  StoreSubject(Database database) {
    this.database = database;
    CommitSettings settings =
        new CommitSettings(
            1,
            100,
            true,
            (handle, nodes, journal, effort) ->
                new InlineNodes(LANGUAGE, 1_000_000, handle, nodes, journal, effort),
            skew::get,
            RunningLimits.NONE);
    TestStore store = new TestStore(database, settings);
    servers = new StoreServers(database, settings, store.committer);
    submissions = store.submissions;
    claims = store.claims;
    leases = store.leases;
    dueWork = new DueWork(database, skew::get);
    stop = store.stop;
    signals = new SentSignals(database, store.signals, Duration.ofDays(1), skew::get);
    clock = new StoreClock(database, skew);
    children = new StoreChildren(database, submissions, stop);
    view = new StoreView(database, batchId, new DagModel(List.of(), false, 0));
  }

  @Override
  public void close() {
    servers.close();
  }

  @Override
  public Verdict apply(Stimulus stimulus) {
    return switch (stimulus) {
      case Stimulus.Submit(DagModel dag) -> submit(dag);
      case Stimulus.StopBatch _ -> {
        var stopped = stop.stop(TestStore.CALLER, batchId).orElseThrow();
        int live =
            stopped.waiting()
                + stopped.pending()
                + stopped.claimed()
                + stopped.running()
                + stopped.paused()
                + stopped.retryPending();
        yield live > 0 ? new Verdict.Applied() : new Verdict.Repeated();
      }
      case Stimulus.RerunBatch _ -> answer(new RerunFailed(new TaskKey(batchId, 0)));
      case Stimulus.BatchOverdue _ -> overdue(new TaskKey(batchId, 0));
      case Stimulus.Signal signal -> send(signal);
      case Stimulus.Crash _ -> {
        servers.crash();
        yield new Verdict.Applied();
      }
      case Stimulus.Tick(Duration time) -> tick(time);
      case Stimulus.OfTask ofTask -> ofTask(ofTask);
    };
  }

  @Override
  public List<Verdict> applyTogether(List<Stimulus> stimuli) {
    List<Future<Verdict>> answers;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      answers = stimuli.stream().map(stimulus -> executor.submit(() -> apply(stimulus))).toList();
    }
    return answers.stream().map(StoreSubject::verdict).toList();
  }

  private static Verdict verdict(Future<Verdict> answer) {
    if (answer.state() == Future.State.FAILED) {
      throw new IllegalStateException(answer.exceptionNow());
    }
    return answer.resultNow();
  }

  private Verdict ofTask(Stimulus.OfTask stimulus) {
    TaskKey task = key(stimulus.task());
    Verdict verdict = apply(stimulus, task);
    boolean unknown = verdict.equals(new Verdict.Refused(null));
    // A rerun may have given the name to another item meanwhile.
    return unknown && !key(stimulus.task()).equals(task) ? ofTask(stimulus) : verdict;
  }

  private Verdict apply(Stimulus.OfTask stimulus, TaskKey task) {
    return switch (stimulus) {
      case Stimulus.Claim _ -> claim(stimulus.task());
      case Stimulus.Start(_, Integer claim) -> start(stimulus.task(), claim);
      case Stimulus.ClaimTimeout _ -> expire(stimulus.task(), TaskState.CLAIMED);
      case Stimulus.Timeout _ -> expire(stimulus.task(), TaskState.RUNNING);
      case Stimulus.PutBack(_, Integer claim) ->
          claim == null
              ? refused(stimulus.task())
              : answer(new PutBack(task, Objects.requireNonNull(token(stimulus.task(), claim))));
      case Stimulus.Succeed succeed ->
          report(new Succeed(task, token(succeed.task(), succeed.claim()), succeed.result()));
      case Stimulus.Fail(_, Integer claim, var type, boolean retryable, String reason) ->
          report(new Fail(task, token(stimulus.task(), claim), type, reason, retryable));
      case Stimulus.GiveUp(_, Integer claim) ->
          report(new GiveUp(task, token(stimulus.task(), claim), null));
      case Stimulus.Due _ -> due(stimulus.task(), task);
      case Stimulus.Overdue _ -> overdue(task);
      case Stimulus.ChildStarts _ ->
          children.start(task) ? new Verdict.Applied() : refused(stimulus.task());
      case Stimulus.ChildEnds(_, var how) ->
          children.end(task, how, this::answer) ? new Verdict.Applied() : refused(stimulus.task());
      case Stimulus.Pause _ -> answer(new Pause(task));
      case Stimulus.Resume _ -> answer(new Resume(task));
      case Stimulus.Cancel(_, boolean cascade) -> answer(new Cancel(task, cascade));
      case Stimulus.RerunTask _ -> answer(new Rerun(task));
    };
  }

  private Verdict submit(DagModel dag) {
    dag.nodes().forEach(node -> numbers.put(node.name(), numbers.size() + 1));
    BatchSpec batch = new DagSubmission(dag, domain).batch();
    batchId =
        ((Submitted.Created) submissions.submit(TestStore.CALLER, batch, null, _ -> {})).batchId();
    dag.nodes().stream()
        .filter(node -> node.spread() != null)
        .forEach(node -> spreads.add(node.name()));
    view = new StoreView(database, batchId, dag);
    return new Verdict.Applied();
  }

  private Verdict claim(String task) {
    TaskKey wanted = key(task);
    String submitted = task.replaceAll("\\[.*", "");
    boolean shared = spreads.contains(submitted);
    if (shared && !prefer(wanted, 1)) {
      return refused(task);
    }
    String host = DagSubmission.host(submitted, domain);
    var request =
        new ClaimRequest("test", false, Map.of(Lane.hook(host), 1), 1, CLAIM_TIMEOUT_SECS);
    var claimed = claims.claim(request);
    if (claimed.isEmpty()) {
      if (shared) {
        prefer(wanted, 0);
      }
      return refused(task);
    }
    if (!claimed.getFirst().task().equals(wanted)) {
      throw new IllegalStateException("claimed " + claimed.getFirst() + " instead of " + task);
    }
    tokens
        .computeIfAbsent(wanted, _ -> new CopyOnWriteArrayList<>())
        .add(claimed.getFirst().token());
    return new Verdict.Applied();
  }

  /**
   * Makes this task the first of its lane, because a spread and its items share one; returns
   * whether the task is queued at all.
   */
  private boolean prefer(TaskKey task, int priority) {
    return database
            .reader()
            .withHandle(handle ->
                handle
                    .createUpdate(
                        "update queue set priority = :priority,"
                            + " parked = case when :priority = 0 then parked end"
                            + " where batch_id = :batch and no = :no")
                    .bind("priority", priority)
                    .bind("batch", task.batchId())
                    .bind("no", task.no())
                    .execute())
        > 0;
  }

  private Verdict start(String task, @Nullable Integer claim) {
    Token token = token(task, claim);
    List<Token> known = tokens.getOrDefault(key(task), List.of());
    Token speaksFor = token != null || known.isEmpty() ? token : known.getLast();
    if (speaksFor == null) {
      return refused(task);
    }
    var held = new Leases.Held(key(task), speaksFor);
    return leases.started(List.of(new Leases.Answered(held, null))).isEmpty()
        ? refused(task)
        : new Verdict.Applied();
  }

  private Verdict expire(String task, TaskState expected) {
    TaskKey key = key(task);
    List<Token> known = tokens.getOrDefault(key, List.of());
    // What runs without an executor has no lease that could expire.
    return view.state(task) == expected && !known.isEmpty() && !clock.waits(key)
        ? answer(new Expire(key, known.getLast(), expected == TaskState.RUNNING, false))
        : refused(task);
  }

  private Verdict refused(String task) {
    return new Verdict.Refused(view.state(task));
  }

  private Verdict tick(Duration time) {
    skew.updateAndGet(time::plus);
    dueWork.expiredLeases().forEach(servers.next()::apply);
    dueWork.waits().forEach(servers.next()::apply);
    dueWork.deadlines().forEach(servers.next()::apply);
    dueWork.timers().retries().forEach(servers.next()::apply);
    return new Verdict.Applied();
  }

  /** Applies what the task waits for, if it can come now. */
  private Verdict due(String task, TaskKey key) {
    if (view.state(task) != TaskState.RUNNING) {
      waitFor(task);
      return answer(new Retry(key));
    }
    return clock
        .waitEnd(key)
        .or(() -> children.end(key))
        .map(this::answer)
        .orElseGet(() -> refused(task));
  }

  private Verdict overdue(TaskKey task) {
    return clock.deadline(task).map(this::answer).orElseGet(() -> new Verdict.Refused(null));
  }

  private Verdict send(Stimulus.Signal signal) {
    view.expectSignals();
    String id = String.valueOf(signal.number());
    var sent = new SentSignals.Signal(signal.name(), null, signal.data(), id);
    return switch (signals.toBatch(TestStore.CALLER, batchId, sent)) {
      case SentSignals.Sent.Done done when done.duplicate() -> new Verdict.Repeated();
      case SentSignals.Sent.Done _ -> new Verdict.Applied();
      case SentSignals.Sent.BatchOver _ -> new Verdict.Refused(null);
      case SentSignals.Sent other -> throw new IllegalStateException(other.toString());
    };
  }

  /** Advances the time to the task's retry. */
  private void waitFor(String task) {
    if (view.state(task) == TaskState.RETRY_PENDING) {
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
    List<Token> known = tokens.getOrDefault(key(task), List.of());
    return claim <= known.size() ? known.get(claim - 1) : new Token(-1, -1);
  }

  /** Sends some completions as events, and sends an applied event again. */
  private Verdict report(Command end) {
    if (servers.commands() % EVENTS_EVERY != 0) {
      return answer(end);
    }
    var event = new Reported(UUID.randomUUID().toString(), end);
    Verdict verdict = answer(event);
    if (verdict instanceof Verdict.Applied) {
      Answer again = servers.next().apply(event);
      if (again instanceof Answer.Applied || again instanceof Answer.Refused) {
        throw new IllegalStateException("a second delivery was answered " + again);
      }
    }
    return verdict;
  }

  private Verdict answer(Command command) {
    return switch (servers.next().apply(command)) {
      case Answer.Applied _ -> new Verdict.Applied();
      case Answer.Repeated _ -> new Verdict.Repeated();
      case Answer.Refused refused -> new Verdict.Refused(refused.state());
      case Answer.Unknown _ -> new Verdict.Refused(null);
    };
  }

  /** The task that has this name now; the items of a rerun spread have other numbers. */
  private TaskKey key(String task) {
    Integer submitted = numbers.get(task);
    return new TaskKey(batchId, submitted == null ? view.number(task) : submitted);
  }

  @Override
  public Duration untilRetry(String task) {
    return view.untilRetry(task).minus(skew.get());
  }

  @Override
  public Observation observe() {
    return view.observe();
  }
}
