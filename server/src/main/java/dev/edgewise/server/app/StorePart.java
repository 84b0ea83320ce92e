package dev.edgewise.server.app;

import dev.edgewise.server.access.WorkspaceLimits;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.CounterBuffer;
import dev.edgewise.server.commit.Growths;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.expression.InlineNodes;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.expression.LateInputs;
import dev.edgewise.server.expression.Preparation;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.http.read.BatchTasks;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.store.audit.AuditTrail;
import dev.edgewise.server.store.child.ChildCalls;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.RateBuckets;
import dev.edgewise.server.store.delivery.Replays;
import dev.edgewise.server.store.log.TaskLogs;
import dev.edgewise.server.store.read.Tasks;
import dev.edgewise.server.store.schedule.Backfills;
import dev.edgewise.server.store.schedule.Schedules;
import dev.edgewise.server.store.schedule.TickLog;
import dev.edgewise.server.store.secret.SecretKeys;
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.store.update.Reports;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.store.wait.Approvals;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.store.workflow.Workflows;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The components that read and write one database, and those that must finish before it closes. */
final class StorePart implements AutoCloseable {
  private static final Duration RENEWAL_INTERVAL =
      Duration.ofSeconds(Limits.INPUT_LATE_LEASE_SECS).dividedBy(3);

  /** The name of this server, unique among the servers of a database. */
  final String node = "node-" + UUID.randomUUID();

  final Signals signals = new Signals();
  final DeliveryTokens tokens;
  final Committer committer;
  final Submissions submissions;
  final Growths growths;
  final BatchStop stop;
  final Claims claims;
  final RateBuckets buckets;
  final Leases leases;
  final WaitingWorkers workers;
  final DueWork dueWork;
  final TaskUpdates updates;
  final Reports reports;
  final CounterBuffer counters;
  final Language language = new Language();
  final Rendering rendering;
  final Preparation preparation;
  private final Loop renewals;
  final BatchTasks batchTasks;
  final Tasks tasks;
  final Replays replays;
  final Workflows workflows;
  final Schedules schedules;
  final TickLog ticks;
  final Backfills backfills;
  final ChildCalls childCalls;
  final SentSignals sentSignals;
  final Approvals approvals;
  final Workspaces workspaces;
  final WorkspaceLimits limits;
  final AuditTrail audit;
  final Secrets secrets;
  final TaskLogs logs;
  final LogMetrics logMetrics;

  /**
   * @param deadEnds whether ancestors are canceled when all of their children have ended
   * @param secretKeys encrypt the secrets of actions
   * @param maxTasksPerBatch the largest number of tasks in a batch, with the items of its spreads
   * @param logMaxBytes how many bytes an attempt may log
   * @param signalTimeToLive how long a signal to a workspace waits for a task
   */
  StorePart(
      Database database,
      SecretKeys secretKeys,
      boolean deadEnds,
      int maxTasksPerBatch,
      long logMaxBytes,
      Duration signalTimeToLive,
      MeterRegistry metrics) {
    workspaces = new Workspaces(database);
    limits = new WorkspaceLimits(workspaces);
    CommitSettings settings =
        CommitSettings.of(
            deadEnds,
            (handle, nodes, journal, effort) ->
                new InlineNodes(language, maxTasksPerBatch, handle, nodes, journal, effort),
            limits::running);
    tokens = DeliveryTokens.of(database);
    var measured = new TaskMetrics(metrics);
    claims = new Claims(database, settings.skew(), limits::running);
    claims.measure(measured::waited);
    buckets = new RateBuckets(database, settings.skew());
    LateInputs late = new LateInputs();
    workers = new WaitingWorkers(request -> claims.take(late.bounded(request)), WaitClock.SYSTEM);
    signals.add(workers);
    committer = new Committer(database, settings, signals, workers);
    committer.measure(measured);
    submissions = new Submissions(database, committer, settings.skew(), limits::refusal);
    growths = new Growths(database, committer, settings.skew(), limits::refusal, maxTasksPerBatch);
    stop = new BatchStop(database, committer, settings.skew());
    leases = new Leases(database, settings.skew());
    dueWork = new DueWork(database, settings.skew());
    updates = new TaskUpdates(database, settings.skew());
    reports = new Reports(database);
    rendering = new Rendering(database, language);
    preparation = new Preparation(rendering, committer, leases, late);
    renewals =
        new Loop(
            "input-renewals",
            RENEWAL_INTERVAL,
            () -> {
              preparation.renew();
              return RENEWAL_INTERVAL;
            });
    renewals.start();
    batchTasks = new BatchTasks(database);
    tasks = new Tasks(database);
    audit = new AuditTrail(database);
    logs = new TaskLogs(database, settings.skew(), logMaxBytes);
    logMetrics = new LogMetrics(metrics);
    secrets = new Secrets(database, secretKeys);
    replays = new Replays(database, signals);
    workflows = new Workflows(database);
    childCalls = new ChildCalls(database, settings.skew());
    sentSignals = new SentSignals(database, signals, signalTimeToLive, settings.skew());
    approvals = new Approvals(database);
    schedules = new Schedules(database, signals, settings.skew());
    ticks = new TickLog(database);
    backfills = new Backfills(schedules);
    Counter dropped =
        Counter.builder("edgewise.counters.dropped")
            .description("Additions to counters of tasks that do not exist")
            .register(metrics);
    counters = new CounterBuffer(updates, dropped::increment);
  }

  /** Returns the liveness of each writer thread. */
  List<Pulse> pulses() {
    return Stream.concat(
            committer.pulses().stream(),
            Stream.of(counters.pulse(), rendering.pulse(), renewals.pulse()))
        .toList();
  }

  /** Writes everything that was accepted. */
  @Override
  public void close() {
    preparation.close();
    rendering.close();
    renewals.close();
    counters.close();
    committer.close();
  }
}
