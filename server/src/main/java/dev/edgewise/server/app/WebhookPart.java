package dev.edgewise.server.app;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.engine.ActionRendering;
import dev.edgewise.server.engine.Webhooks;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.TargetGuard;
import dev.edgewise.server.webhook.Traces;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.UUID;
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

  static Webhooks start(
      Database database,
      StorePart store,
      Settings settings,
      TargetGuard guard,
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
            new Hosts(webhooks.concurrency(), webhooks.hostConcurrency(), clock),
            rendering(store.rendering),
            metrics,
            "node-" + UUID.randomUUID()),
        webhooks,
        new Webhooks.Timing(
            settings.engine().claimTimeout(), settings.engine().retryLoopInterval()));
  }

  private static ActionRendering rendering(Rendering rendering) {
    return actions ->
        rendering
            .render(
                actions.stream().map(raw -> new Rendering.Raw(raw.task(), raw.action())).toList())
            .stream()
            .map(WebhookPart::rendered)
            .toList();
  }

  private static ActionRendering.Rendered rendered(Rendering.Rendered rendered) {
    return switch (rendered) {
      case Rendering.Rendered.Ready(String json) -> new ActionRendering.Rendered.Ready(json);
      case Rendering.Rendered.Failed(String reason) -> new ActionRendering.Rendered.Failed(reason);
    };
  }
}
