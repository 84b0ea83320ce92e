package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Build;
import dev.edgewise.server.store.delivery.Delivery;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Builds requests: the user's part, then ours. */
final class Requests {

  private static final String USER_AGENT = "Edgewise/" + Build.CURRENT.version();

  private final TargetGuard guard;
  private final Supplier<URI> hostUrl;
  private final Signatures signatures;
  private final InstantSource clock;

  Requests(TargetGuard guard, Supplier<URI> hostUrl, Signatures signatures, InstantSource clock) {
    this.guard = guard;
    this.hostUrl = hostUrl;
    this.signatures = signatures;
    this.clock = clock;
  }

  /** A request and where it goes. */
  record Prepared(HttpRequest request, Target target) {}

  /**
   * The request of a call.
   *
   * @throws IllegalArgumentException when the target may not be reached or the action asks for
   *     something that HTTP does not allow
   */
  Prepared of(Call call, String traceparent) {
    WebhookAction action = WebhookAction.of(call.action());
    Target target = guard.target(action.url());
    URI uri = withHandle(target.uri(), handle(call));
    String body = Optional.ofNullable(action.body()).orElse("");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(
                action.method(),
                action.body() == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body, UTF_8));
    // Only TLS can agree on HTTP/2 without an extra exchange.
    if (uri.getScheme().equals("http")) {
      request.version(HttpClient.Version.HTTP_1_1);
    }
    request.setHeader("User-Agent", USER_AGENT);
    if (action.body() != null) {
      request.setHeader("Content-Type", "application/json");
    }
    action.headers().forEach(request::setHeader);
    ours(call.delivery(), traceparent).forEach(request::setHeader);
    if (signatures.enabled()) {
      var signed = signatures.sign(call.delivery().key(), clock.instant(), body);
      request.setHeader("webhook-id", signed.id());
      request.setHeader("webhook-timestamp", signed.timestamp());
      request.setHeader("webhook-signature", signed.signature());
    }
    return new Prepared(request.build(), target);
  }

  private static Map<String, String> ours(Delivery delivery, String traceparent) {
    return Map.of(
        "Idempotency-Key", delivery.key(),
        "X-Task-Id", delivery.task().toString(),
        "X-Task-Trigger", delivery.trigger().word(),
        "X-Task-Attempt", Integer.toString(delivery.attempt()),
        "traceparent", traceparent);
  }

  /** Where the receiver reports the end of the task. */
  private String handle(Call call) {
    return hostUrl.get() + "/task/" + call.delivery().task() + "?token=" + call.token();
  }

  private static URI withHandle(URI uri, String handle) {
    String separator = uri.getRawQuery() == null ? "?" : uri.getRawQuery().isEmpty() ? "" : "&";
    return URI.create(uri + separator + "handle=" + URLEncoder.encode(handle, UTF_8));
  }
}
