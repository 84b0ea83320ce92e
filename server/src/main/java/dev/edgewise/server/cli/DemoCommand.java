package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.demo.Example;
import dev.edgewise.server.cli.demo.Receiver;
import dev.edgewise.server.cli.demo.Run;
import dev.edgewise.server.cli.demo.Teller;
import dev.edgewise.server.cli.demo.Workers;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.Source;
import dev.edgewise.server.http.ListenAddress;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.StopLimit;
import dev.edgewise.server.logging.LogSetup;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server with examples on it, and tells what happens. */
@Command(
    name = "demo",
    description = "Runs a server with examples on it, and tells what happens.",
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {

  private static final Duration GLANCE = Duration.ofMillis(150);
  private static final Duration ROUND = Duration.ofSeconds(12);

  @Spec private CommandSpec spec;

  @Option(
      names = "--once",
      description = "end after one round; the exit code is 0 when all ended as expected")
  private boolean once;

  @Option(names = "--json", description = "tell what happens as a JSON object a line")
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
    var teller = new Teller(spec.commandLine().getOut(), json);
    boolean good;
    // The receiver outlives the server, as any other service would.
    try (Receiver receiver = Receiver.start();
        Edgewise edgewise = Edgewise.start(configuration);
        Client client = new Client(URI.create("http://127.0.0.1:" + edgewise.port()))) {
      teller.started(edgewise.hostUrl(), !once);
      try (Workers _ = Workers.start(client)) {
        good = rounds(client, receiver, teller);
      }
    }
    teller.stopped();
    return good ? 0 : 1;
  }

  /** Submits every example now and then, so that some are always alive, and follows all of them. */
  private boolean rounds(Client client, Receiver receiver, Teller teller)
      throws InterruptedException {
    boolean good = true;
    List<Run> alive = new ArrayList<>();
    long last = System.nanoTime();
    boolean over = stopping.getCount() == 0;
    while (!over) {
      if (alive.isEmpty() || (!once && System.nanoTime() - last >= ROUND.toNanos())) {
        alive.addAll(round(client, receiver, teller));
        last = System.nanoTime();
      }
      alive.forEach(Run::look);
      good &= alive.stream().filter(Run::ended).allMatch(Run::asExpected);
      alive.removeIf(Run::ended);
      // A reader that has gone ends the demo too.
      over =
          teller.alone()
              || (once && alive.isEmpty())
              || stopping.await(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    }
    return good;
  }

  private static List<Run> round(Client client, Receiver receiver, Teller teller) {
    teller.pause();
    List<Run> runs =
        Example.all().stream()
            .map(example -> Run.submit(example, client, receiver, teller))
            .toList();
    teller.pause();
    return runs;
  }

  /** Asks the rounds to end and waits until the server has stopped in good order. */
  private void stop(Duration limit) {
    stopping.countDown();
    try (StopLimit _ = StopLimit.begin(limit)) {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The settings, with a free port when the usual one is taken, and without everyday log lines. */
  private Configuration.Valid configuration() {
    Configuration.Valid given = SettingFlags.configuration(spec);
    if (!given.settings().storage().embedded()) {
      throw new StartException(
          "The demo brings its own database: unset DATABASE_URL and start it again.");
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
