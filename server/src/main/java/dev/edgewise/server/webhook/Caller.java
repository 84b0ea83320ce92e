package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Settings;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends webhook calls and waits for their replies. */
public final class Caller implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final Requests requests;
  private final Traces traces;
  private final Transport transport;
  private final AnswerReader answers;

  /**
   * @param hostUrl the base URL under which receivers reach this server
   * @param trust the certificates that TLS connections trust; null for the JDK's default
   */
  public Caller(
      Settings.Webhooks settings,
      TargetGuard guard,
      Supplier<URI> hostUrl,
      Traces traces,
      InstantSource clock,
      @Nullable SSLContext trust) {
    this.traces = traces;
    this.answers = new AnswerReader(guard);
    this.requests = new Requests(guard, hostUrl, new Signatures(settings.signingSecrets()), clock);
    this.transport =
        new Transport(settings.timeout(), new Connections(guard, CONNECT_TIMEOUT, trust), clock);
  }

  /** Makes a call and waits for the reply, up to the configured timeout. */
  public CallReply call(Call call) throws InterruptedException {
    try (Traces.Span span = traces.begin(call.delivery())) {
      CallReply reply = send(call, span.traceparent());
      span.end(reply);
      return reply;
    }
  }

  private CallReply send(Call call, String traceparent) throws InterruptedException {
    Requests.Prepared prepared;
    try {
      prepared = requests.of(call, traceparent);
    } catch (IllegalArgumentException e) {
      return new CallReply.Refused(call.redaction().text(String.valueOf(e.getMessage())));
    }
    return transport.send(prepared);
  }

  /** Returns the reader for the bodies of on_start replies. */
  public AnswerReader answers() {
    return answers;
  }

  /** Aborts the open calls. */
  @Override
  public void close() {
    transport.close();
  }
}
