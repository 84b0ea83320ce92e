package dev.edgewise.server.app;

import dev.edgewise.server.calls.Webhooks;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.tls.TlsContexts;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.RecordedTraces;
import dev.edgewise.server.webhook.SystemNames;
import dev.edgewise.server.webhook.TargetGuard;
import dev.edgewise.server.webhook.Traces;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The components of webhook calls. */
final class WebhookPart implements AutoCloseable {
  final TargetGuard guard;
  final Hosts hosts;
  private final Settings settings;
  private final Traces traces;

  WebhookPart(Settings settings) {
    this.settings = settings;
    Settings.Webhooks webhooks = settings.webhooks();
    guard =
        new TargetGuard(
            webhooks.targets(),
            settings.storage().embedded() && loopback(settings),
            new SystemNames(patience(webhooks)));
    hosts = new Hosts(webhooks.concurrency(), webhooks.hostConcurrency(), InstantSource.system());
    URI collector = settings.observation().otlpEndpoint();
    traces = collector == null ? Traces.UNRECORDED : new RecordedTraces(collector);
  }

  /** A look-up may not take longer than the whole call. */
  private static Duration patience(Settings.Webhooks webhooks) {
    Duration usual = SystemNames.USUAL_PATIENCE;
    return webhooks.timeout().compareTo(usual) < 0 ? webhooks.timeout() : usual;
  }

  /** Whether the server is bound to a loopback address; webhooks may then call this machine. */
  private static boolean loopback(Settings settings) {
    String address = settings.http().bindAddress();
    return address.equals("localhost") || address.equals("::1") || address.startsWith("127.");
  }

  Webhooks webhooks(
      Database database, StorePart store, MeterRegistry metrics, Supplier<URI> hostUrl) {
    Settings.Webhooks webhooks = settings.webhooks();
    return new Webhooks(
        new Webhooks.Dependencies(
            database,
            store.committer,
            store.claims,
            store.leases,
            new Caller(
                webhooks,
                guard,
                hostUrl,
                traces,
                InstantSource.system(),
                webhooks.authorities().isEmpty()
                    ? null
                    : TlsContexts.client(webhooks.authorities(), null)),
            hosts,
            store.rendering,
            store.secrets,
            metrics,
            store.node,
            hostUrl),
        webhooks,
        new Webhooks.Timing(
            settings.engine().claimTimeout(), settings.engine().retryLoopInterval()));
  }

  @Override
  public void close() {
    traces.close();
  }
}
