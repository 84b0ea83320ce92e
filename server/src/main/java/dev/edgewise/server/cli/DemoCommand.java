package dev.edgewise.server.cli;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.server.StartException;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.demo.DemoOutput;
import dev.edgewise.server.cli.demo.Example;
import dev.edgewise.server.cli.demo.ExampleRun;
import dev.edgewise.server.cli.demo.Receiver;
import dev.edgewise.server.cli.demo.Workers;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.config.AuthMode;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Source;
import dev.edgewise.server.http.ListenAddress;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.StopLimit;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.WorkspaceName;
import dev.edgewise.server.store.access.Workspaces;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server, submits examples to it, and prints what happens. */
@Command(
    name = "demo",
    description = "Runs a server, submits examples to it, and prints what happens.",
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(150);
  private static final Duration ROUND_INTERVAL = Duration.ofSeconds(12);

  @Spec private CommandSpec spec;

  @Option(
      names = "--once",
      description = "end after one round; the exit code is 0 if every task ended as expected")
  private boolean once;

  @Option(names = "--json", description = "print each event as a JSON object on its own line")
  private boolean json;

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  @Override
  public Integer call() throws InterruptedException {
    Configuration.Valid configuration = configuration();
    LogSetup.apply(configuration.settings().observation());
    ProcessEnd.install();
    Duration limit = Edgewise.stopLimit(configuration.settings());
    var hook = new Thread(() -> stop(limit), "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return run(configuration);
    } finally {
      stopped.countDown();
      if (stopping.getCount() > 0) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private int run(Configuration.Valid configuration) throws InterruptedException {
    var output = new DemoOutput(spec.commandLine().getOut(), json);
    boolean good;
    // The receiver outlives the server, as any other service would.
    try (Receiver receiver = Receiver.start();
        Edgewise edgewise = Edgewise.start(configuration);
        Client client = new Client(access(configuration, edgewise.port()))) {
      output.started(edgewise.hostUrl(), !once);
      try (Workers _ = Workers.start(client)) {
        good = rounds(client, receiver, output);
      }
    }
    output.stopped();
    return good ? 0 : 1;
  }

  /** How the demo's own client reaches the server; with AUTH=keys it gets a key for a day. */
  private static ServerAccess access(Configuration.Valid configuration, int port) {
    ServerAccess access = ServerAccess.to(URI.create("http://127.0.0.1:" + port));
    if (configuration.settings().access().auth() == AuthMode.NONE) {
      return access;
    }
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      var demo =
          new NewKey(
              "demo",
              Set.of(Scope.READ, Scope.SUBMIT, Scope.OPERATE, Scope.WORK),
              null,
              Instant.now().plus(Duration.ofDays(1)));
      WorkspaceName name = WorkspaceName.DEFAULT;
      return new Workspaces(part.database())
          .find(name.tenant(), name.name())
          .flatMap(workspace ->
              new KeyIssue(new Keys(part.database()))
                  .create(new Caller(workspace.workspace(), "demo"), demo))
          .map(issued -> access.with(new Secret(issued.text().text())))
          .orElseThrow();
    }
  }

  /**
   * Submits all examples at intervals, so that some are always running, and prints their progress.
   */
  private boolean rounds(Client client, Receiver receiver, DemoOutput output)
      throws InterruptedException {
    boolean good = true;
    List<ExampleRun> alive = new ArrayList<>();
    long last = System.nanoTime();
    boolean over = stopping.getCount() == 0;
    while (!over) {
      if (alive.isEmpty() || (!once && System.nanoTime() - last >= ROUND_INTERVAL.toNanos())) {
        alive.addAll(round(client, receiver, output));
        last = System.nanoTime();
      }
      alive.forEach(ExampleRun::poll);
      good &= alive.stream().filter(ExampleRun::ended).allMatch(ExampleRun::asExpected);
      alive.removeIf(ExampleRun::ended);
      // The demo also ends when the reader of its output has closed the pipe.
      over =
          output.closed()
              || (once && alive.isEmpty())
              || stopping.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }
    return good;
  }

  private static List<ExampleRun> round(Client client, Receiver receiver, DemoOutput output) {
    output.pause();
    List<ExampleRun> runs =
        Example.all().stream()
            .map(example -> ExampleRun.submit(example, client, receiver, output))
            .toList();
    output.pause();
    return runs;
  }

  /** Ends the rounds and waits until the server has stopped. */
  private void stop(Duration limit) {
    stopping.countDown();
    try (StopLimit _ = StopLimit.begin(limit)) {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the settings, with a free port if the configured one is in use, and with the log level
   * warn by default.
   */
  private Configuration.Valid configuration() {
    Configuration.Valid given = SettingFlags.configuration(spec);
    if (!given.settings().storage().embedded()) {
      throw new StartException(
          "The demo uses its own database. Unset DATABASE_URL and start it again.");
    }
    if (given.settings().http().tls() != null) {
      throw new StartException(
          "The demo speaks plain HTTP. Unset TLS_CERT_FILE and TLS_KEY_FILE and start it again.");
    }
    Map<String, String> changed = new HashMap<>();
    if (ListenAddress.obstacle(given.settings().http()).isPresent()) {
      changed.put("--port", "0");
    }
    if (given.effective().stream()
        .anyMatch(entry ->
            entry.setting().name().equals("LOG_LEVEL") && entry.source() == Source.DEFAULT)) {
      changed.put("--log-level", "warn");
    }
    return SettingFlags.configuration(spec, changed);
  }
}
