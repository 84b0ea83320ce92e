package dev.edgewise.server.cli.doctor;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Examines the machine that a server with certain settings would run on. */
public final class Doctor {

  private Doctor() {}

  /** Everything that was found, in the order in which a start would meet it. */
  public static List<Finding> examine(Settings settings, InstantSource clock) {
    Settings.Storage storage = settings.storage();
    boolean serving =
        storage.embedded()
            && EmbeddedPostgres.running(PostgresSettings.in(storage.dataDir())).isPresent();

    List<Finding> findings = new ArrayList<>();
    findings.add(MachineChecks.java());
    findings.add(MachineChecks.memory(storage.embedded()));
    findings.add(MachineChecks.openFiles(settings.http().maxConnections()));
    findings.add(MachineChecks.clock(clock));
    if (storage.embedded()) {
      findings.add(FolderChecks.folder(storage.dataDir()));
      findings.add(FolderChecks.space(storage.dataDir()));
      findings.addAll(DatabaseChecks.embedded(storage.dataDir(), serving));
    } else {
      findings.addAll(DatabaseChecks.external(storage, clock));
    }
    findings.add(NetworkChecks.port(settings.http(), serving));
    findings.add(NetworkChecks.hostUrl(settings.http()));
    return findings;
  }
}
