package dev.edgewise.server.cli.doctor;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Checks the machine on which a server with the given settings would run. */
public final class Doctor {

  private Doctor() {}

  /** Runs all checks, in the order in which a start depends on them. */
  public static List<CheckResult> examine(Settings settings, InstantSource clock) {
    Settings.Storage storage = settings.storage();
    boolean serving =
        storage.embedded()
            && EmbeddedPostgres.running(PostgresSettings.in(storage.dataDir())).isPresent();

    List<CheckResult> results = new ArrayList<>();
    results.add(MachineChecks.java());
    results.add(MachineChecks.memory(storage.embedded()));
    results.add(MachineChecks.openFiles(settings.http().maxConnections()));
    results.add(MachineChecks.clock(clock));
    if (storage.embedded()) {
      results.add(FolderChecks.folder(storage.dataDir()));
      results.add(FolderChecks.space(storage.dataDir()));
      results.addAll(DatabaseChecks.embedded(storage.dataDir(), serving));
    } else {
      results.addAll(DatabaseChecks.external(storage, clock));
    }
    results.add(NetworkChecks.port(settings.http(), serving));
    results.add(NetworkChecks.hostUrl(settings.http()));
    return results;
  }
}
