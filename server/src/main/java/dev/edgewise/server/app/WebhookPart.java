package dev.edgewise.server.app;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.engine.Webhooks;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.TargetGuard;
import dev.edgewise.server.webhook.Traces;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Outgoing calls, wired. */
final class WebhookPart {

  private WebhookPart() {}

  /** Whom webhooks may reach: on one's own machine also what listens there. */
  static TargetGuard guard(Settings settings) {
    String address = settings.http().bindAddress();
    boolean loopback =
        address.equals("localhost") || address.equals("::1") || address.startsWith("127.");
    return new TargetGuard(
        settings.webhooks().targets(), settings.storage().embedded() && loopback);
  }

  /** The room that there is for calls. */
  static Hosts hosts(Settings.Webhooks settings) {
    return new Hosts(settings.concurrency(), settings.hostConcurrency(), InstantSource.system());
  }

  static Webhooks start(
      Database database,
      StorePart store,
      Settings settings,
      TargetGuard guard,
      Hosts hosts,
      MeterRegistry metrics,
      Supplier<URI> hostUrl) {
    InstantSource clock = InstantSource.system();
    Settings.Webhooks webhooks = settings.webhooks();
    return new Webhooks(
        new Webhooks.Surroundings(
            database,
            store.committer,
            store.claims,
            store.leases,
            new Caller(webhooks, guard, hostUrl, Traces.UNRECORDED, clock),
            hosts,
            store.rendering,
            metrics,
            store.node),
        webhooks,
        new Webhooks.Timing(
            settings.engine().claimTimeout(), settings.engine().retryLoopInterval()));
  }
}
