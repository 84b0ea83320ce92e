package dev.edgewise.server.engine;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.readiness.Inline.Verdict.Proceed;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.DatabaseSettings;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.Signals;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.commit.BatchStop;
import dev.edgewise.server.store.commit.CommitSettings;
import dev.edgewise.server.store.commit.Committer;
import dev.edgewise.server.store.submission.Submissions;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.TargetGuard;
import dev.edgewise.server.webhook.Traces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server without HTTP: the store, the webhooks and a clock that ticks, on a real database. */
final class TestNode implements AutoCloseable {

  final Database database;
  final Signals signals = new Signals();
  final Committer committer;
  final Submissions submissions;
  final BatchStop stop;
  final Hosts hosts;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final DeliveryTokens tokens;
  final Webhooks webhooks;
  private final Timekeeper timekeeper;

  /** What a test may want different. */
  record Options(
      int concurrency,
      int hostConcurrency,
      Duration callTimeout,
      int maxDeliveries,
      List<Secret> secrets,
      Duration claimTimeout,
      Duration interval) {

    static final Options DEFAULT =
        new Options(
            256,
            64,
            Duration.ofSeconds(5),
            20,
            List.of(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1));

    Options claimTimeout(Duration timeout) {
      return new Options(
          concurrency, hostConcurrency, callTimeout, maxDeliveries, secrets, timeout, interval);
    }

    Options callTimeout(Duration timeout) {
      return new Options(
          concurrency, hostConcurrency, timeout, maxDeliveries, secrets, claimTimeout, interval);
    }

    Options maxDeliveries(int deliveries) {
      return new Options(
          concurrency, hostConcurrency, callTimeout, deliveries, secrets, claimTimeout, interval);
    }

    Options interval(Duration interval) {
      return new Options(
          concurrency,
          hostConcurrency,
          callTimeout,
          maxDeliveries,
          secrets,
          claimTimeout,
          interval);
    }

    Options concurrency(int all, int host) {
      return new Options(all, host, callTimeout, maxDeliveries, secrets, claimTimeout, interval);
    }
  }

  TestNode(DatabaseSettings settings, Options options) {
    this(settings, options, () -> URI.create("http://edgewise.test"));
  }

  /**
   * @param hostUrl asked by each call
   */
  TestNode(DatabaseSettings settings, Options options, Supplier<URI> hostUrl) {
    database = Database.open(settings);
    committer =
        new Committer(
            database, CommitSettings.of(true, (_, _, _, _) -> _ -> new Proceed()), signals);
    submissions = new Submissions(database, committer, () -> Duration.ZERO);
    stop = new BatchStop(database, committer, () -> Duration.ZERO);
    tokens = DeliveryTokens.of(database);
    hosts = new Hosts(options.concurrency(), options.hostConcurrency(), InstantSource.system());
    Settings.Webhooks webhookSettings =
        new Settings.Webhooks(
            options.concurrency(),
            options.hostConcurrency(),
            options.callTimeout(),
            options.maxDeliveries(),
            options.secrets(),
            new Settings.Targets(false, Set.of(), Set.of(), Set.of()));
    Caller caller =
        new Caller(
            webhookSettings,
            new TargetGuard(webhookSettings.targets(), true),
            hostUrl,
            Traces.UNRECORDED,
            InstantSource.system());
    webhooks =
        new Webhooks(
                new Webhooks.Surroundings(
                    database,
                    committer,
                    new Claims(database, () -> Duration.ZERO),
                    new Leases(database, () -> Duration.ZERO),
                    caller,
                    hosts,
                    new Rendering(database, new Language(), committer.aside()),
                    metrics,
                    "node-" + UUID.randomUUID()),
                webhookSettings,
                new Webhooks.Timing(options.claimTimeout(), options.interval()))
            .start();
    timekeeper =
        new Timekeeper(
                new DueWork(database, () -> Duration.ZERO),
                new ParkedTasks(database),
                committer,
                Duration.ofMillis(100))
            .start();
  }

  /** Submits tasks that depend on nothing. */
  List<TaskKey> submit(List<TaskSpec> tasks) {
    var created =
        (Submitted.Created)
            submissions.submit(new BatchSpec(null, null, null, tasks), null, _ -> {});
    List<TaskKey> keys = new ArrayList<>();
    for (int no = 1; no <= tasks.size(); no++) {
      keys.add(new TaskKey(created.batchId(), no));
    }
    return keys;
  }

  TaskKey submit(TaskSpec task) {
    return submit(List.of(task)).getFirst();
  }

  static TaskSpec task(Actions actions, @Nullable RetryPolicy retry, int timeoutSecs) {
    return new TaskSpec(
        "t",
        "t",
        "kind",
        timeoutSecs,
        null,
        0,
        List.of(),
        actions,
        retry,
        null,
        List.of(),
        null,
        false,
        null,
        DataFlow.NONE,
        List.of());
  }

  static TaskSpec task(String onStart) {
    return task(new Actions(onStart, null, null, null), null, 60);
  }

  /** Where a task stands, as the database has it. */
  String status(TaskKey task) {
    return column(task, "status::text");
  }

  String column(TaskKey task, String expression) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select coalesce((%s)::text, '') from task_state where batch_id = :b and no = :n"
                        .formatted(expression))
                .bind("b", task.batchId())
                .bind("n", task.no())
                .mapTo(String.class)
                .one());
  }

  /** How many rows a query finds. */
  long count(String sql) {
    return database.reader().withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  /** Dies without a word: nothing that is under way reaches the database any more. */
  void kill() {
    database.close();
    close();
  }

  @Override
  public void close() {
    timekeeper.close();
    webhooks.close();
    committer.close();
    database.close();
  }
}
