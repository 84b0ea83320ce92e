package dev.edgewise.server.cli;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.app.SubmissionWarmUp;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.StopLimit;
import dev.edgewise.server.logging.LogSetup;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the server until the process is stopped. */
@Command(name = "serve", description = "Runs the server.", sortOptions = false)
final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    ProcessEnd.install();
    Settings.Storage storage = configuration.settings().storage();
    // Warm up during the first start, which waits for initdb. Later starts would be slowed down, so
    // warm up after them.
    boolean first = storage.embedded() && !Files.exists(storage.dataDir());
    if (first) {
      SubmissionWarmUp.begin();
    }
    Edgewise edgewise = Edgewise.start(configuration);
    if (!first) {
      SubmissionWarmUp.begin();
    }
    Duration limit = Edgewise.stopLimit(configuration.settings());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(edgewise, limit), "stop"));
    // Only a signal ends the server.
    new CountDownLatch(1).await();
    return 0;
  }

  private static void stop(Edgewise edgewise, Duration limit) {
    try (StopLimit _ = StopLimit.begin(limit)) {
      edgewise.close();
    }
  }
}
