package dev.edgewise.server.calls;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.engine.Timekeeper;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.secret.SecretKeys;
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
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
public final class TestNode implements AutoCloseable {

  public final Database database;
  public final Signals signals;
  public final Committer committer;
  public final Submissions submissions;
  public final BatchStop stop;
  public final Hosts hosts;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  public final DeliveryTokens tokens;
  public final Webhooks webhooks;
  private final TestStore store;
  private final Rendering rendering;
  private final Timekeeper timekeeper;

  /** The settings that tests change. */
  public record Options(
      int concurrency,
      int hostConcurrency,
      Duration callTimeout,
      int maxDeliveries,
      List<Secret> secrets,
      Duration claimTimeout,
      Duration interval) {

    public static final Options DEFAULT =
        new Options(
            256,
            64,
            Duration.ofSeconds(5),
            20,
            List.of(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1));

    public Options claimTimeout(Duration timeout) {
      return new Options(
          concurrency, hostConcurrency, callTimeout, maxDeliveries, secrets, timeout, interval);
    }

    public Options callTimeout(Duration timeout) {
      return new Options(
          concurrency, hostConcurrency, timeout, maxDeliveries, secrets, claimTimeout, interval);
    }

    public Options maxDeliveries(int deliveries) {
      return new Options(
          concurrency, hostConcurrency, callTimeout, deliveries, secrets, claimTimeout, interval);
    }

    public Options interval(Duration interval) {
      return new Options(
          concurrency,
          hostConcurrency,
          callTimeout,
          maxDeliveries,
          secrets,
          claimTimeout,
          interval);
    }

    public Options concurrency(int all, int host) {
      return new Options(all, host, callTimeout, maxDeliveries, secrets, claimTimeout, interval);
    }
  }

  public TestNode(DatabaseSettings settings, Options options) {
    this(settings, options, () -> URI.create("http://edgewise.test"));
  }

  /**
   * @param hostUrl asked by each call
   */
  public TestNode(DatabaseSettings settings, Options options, Supplier<URI> hostUrl) {
    database = Database.open(settings);
    store = new TestStore(database);
    signals = store.signals;
    rendering = new Rendering(database, new Language());
    committer = store.committer;
    submissions = store.submissions;
    stop = store.stop;
    tokens = DeliveryTokens.of(database);
    hosts = new Hosts(options.concurrency(), options.hostConcurrency(), InstantSource.system());
    Settings.Webhooks webhookSettings =
        new Settings.Webhooks(
            options.concurrency(),
            options.hostConcurrency(),
            options.callTimeout(),
            options.maxDeliveries(),
            options.secrets(),
            List.of(),
            new Settings.Targets(false, Set.of(), Set.of(), Set.of()));
    Caller caller =
        new Caller(
            webhookSettings,
            new TargetGuard(webhookSettings.targets(), true),
            hostUrl,
            Traces.UNRECORDED,
            InstantSource.system(),
            null);
    webhooks =
        new Webhooks(
                new Webhooks.Dependencies(
                    database,
                    committer,
                    store.claims,
                    store.leases,
                    caller,
                    hosts,
                    rendering,
                    new Secrets(database, new SecretKeys(List.of())),
                    metrics,
                    "node-" + UUID.randomUUID(),
                    hostUrl),
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
  public List<TaskKey> submit(List<TaskSpec> tasks) {
    var created =
        (Submitted.Created)
            submissions.submit(TestStore.CALLER, TestTask.batch(tasks), null, _ -> {});
    List<TaskKey> keys = new ArrayList<>();
    for (int no = 1; no <= tasks.size(); no++) {
      keys.add(new TaskKey(created.batchId(), no));
    }
    return keys;
  }

  public TaskKey submit(TaskSpec task) {
    return submit(List.of(task)).getFirst();
  }

  public static TaskSpec task(Actions actions, @Nullable RetryPolicy retry, int timeoutSecs) {
    return new TaskSpec(
        "t",
        "t",
        "kind",
        timeoutSecs,
        null,
        0,
        Fairness.NONE,
        List.of(),
        Join.ALL,
        actions,
        retry,
        null,
        List.of(),
        null,
        false,
        null,
        0,
        DataFlow.NONE,
        List.of());
  }

  public static TaskSpec task(String onStart) {
    return task(new Actions(onStart, null, null, null), null, 60);
  }

  /** The status of a task in the database. */
  public String status(TaskKey task) {
    return column(task, "status::text");
  }

  public String column(TaskKey task, String expression) {
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
  public long count(String sql) {
    return database.reader().withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  /** Ends like a killed process: no open transaction reaches the database any more. */
  public void kill() {
    database.close();
    close();
  }

  @Override
  public void close() {
    timekeeper.close();
    webhooks.close();
    rendering.close();
    store.close();
    database.close();
  }
}
