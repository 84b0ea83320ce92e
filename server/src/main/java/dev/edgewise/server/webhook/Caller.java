package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Settings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Makes calls. */
public final class Caller implements AutoCloseable {

  /** Room for the largest result and what is around it. */
  private static final int BODY_MAX_BYTES = 1024 * 1024 + 64 * 1024;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  static {
    // Receivers commonly hang up after five idle seconds; who hangs up first never calls into a
    // connection that is just being closed.
    String idle = "jdk.httpclient.keepalive.timeout";
    if (System.getProperty(idle) == null) {
      System.setProperty(idle, "4");
    }
  }

  private final Duration timeout;
  private final TargetGuard guard;
  private final Requests requests;
  private final Traces traces;
  private final InstantSource clock;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client;

  /**
   * @param hostUrl how receivers reach this server
   */
  public Caller(
      Settings.Webhooks settings,
      TargetGuard guard,
      Supplier<URI> hostUrl,
      Traces traces,
      InstantSource clock) {
    this(
        settings,
        guard,
        hostUrl,
        traces,
        clock,
        HttpClient.newBuilder().connectTimeout(least(CONNECT_TIMEOUT, settings.timeout())));
  }

  /** A caller whose client trusts whom the builder says. */
  Caller(
      Settings.Webhooks settings,
      TargetGuard guard,
      Supplier<URI> hostUrl,
      Traces traces,
      InstantSource clock,
      HttpClient.Builder client) {
    this.timeout = settings.timeout();
    this.guard = guard;
    this.traces = traces;
    this.clock = clock;
    this.requests = new Requests(guard, hostUrl, new Signatures(settings.signingSecrets()), clock);
    this.client =
        client
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .executor(task -> threads.execute(() -> guarded().run(task)))
            .build();
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private ScopedValue.Carrier guarded() {
    return ScopedValue.where(TargetResolverProvider.GUARD, guard);
  }

  /** Makes a call and waits for its answer, but no longer than a call may last. */
  public Reply call(Call call) throws InterruptedException {
    try (Traces.Span span = traces.begin(call.delivery())) {
      Reply reply = guarded().call(() -> send(call, span.traceparent()));
      span.end(reply);
      return reply;
    }
  }

  private Reply send(Call call, String traceparent) throws InterruptedException {
    Requests.Prepared prepared;
    try {
      prepared = requests.of(call, traceparent);
      vet(prepared.target());
    } catch (IllegalArgumentException e) {
      return new Reply.Refused(String.valueOf(e.getMessage()));
    } catch (UnknownHostException e) {
      return new Reply.Unanswered(String.valueOf(e.getMessage()));
    }
    CompletableFuture<HttpResponse<BoundedBody.Kept>> response =
        client.sendAsync(prepared.request(), _ -> new BoundedBody(BODY_MAX_BYTES));
    try {
      return answered(response.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return new Reply.Unanswered("no answer within " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      return new Reply.Unanswered(Failures.describe(e.getCause()));
    } finally {
      response.cancel(true);
    }
  }

  /**
   * Looks the name up and checks what it leads to. Other parts of the process may have put it into
   * the JDK's cache, from which the connection would take it unchecked.
   */
  private void vet(Target target) throws UnknownHostException {
    if (target.address() == null) {
      List<InetAddress> all = List.of(InetAddress.getAllByName(target.host()));
      if (guard.vetted(target.host(), all).size() < all.size()) {
        throw new UnknownHostException(target.host() + " leads also to addresses that are refused");
      }
    }
  }

  private Reply answered(HttpResponse<BoundedBody.Kept> response) {
    return new Reply.Answered(
        response.statusCode(),
        response.body().text(),
        response.body().whole(),
        response
            .headers()
            .firstValue("Retry-After")
            .flatMap(text -> RetryAfter.read(text, clock.instant()))
            .orElse(null));
  }

  /** Gives up the calls that are open. */
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
    threads.shutdownNow();
  }
}
