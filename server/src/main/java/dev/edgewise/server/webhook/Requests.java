package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Build;
import dev.edgewise.server.config.HeaderLimits;
import dev.edgewise.server.store.delivery.Delivery;
import java.net.URI;
import java.net.URLEncoder;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * Builds HTTP requests: the headers and body of the action first, then those of Edgewise, which
 * cannot be overridden.
 */
final class Requests {

  private static final String USER_AGENT = "Edgewise/" + Build.CURRENT.version();

  /** Methods whose requests carry Content-Length: 0 if there is no body. */
  private static final Set<String> BODY_EXPECTED = Set.of("POST", "PUT", "PATCH");

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

  /** A request, its target, and what masks the secrets in the reply. */
  record Prepared(ClassicHttpRequest request, Target target, Redaction redaction) {}

  /**
   * Builds the request of a call.
   *
   * @throws IllegalArgumentException when the target is not allowed or the action is not a valid
   *     HTTP request
   */
  Prepared of(Call call, String traceparent) {
    WebhookAction action = WebhookAction.of(call.action());
    Target target = guard.target(action.url());
    String scheme = target.uri().getScheme();
    var request =
        new BasicClassicHttpRequest(
            action.method(), scheme, null, path(target.uri()) + handle(call));
    request.setHeader(HttpHeaders.HOST, authority(target.origin()));
    request.setHeader(HttpHeaders.USER_AGENT, USER_AGENT);
    String body = action.body();
    if (body != null) {
      byte[] bytes = body.getBytes(UTF_8);
      request.setEntity(new ByteArrayEntity(bytes, null));
      request.setHeader(HttpHeaders.CONTENT_LENGTH, bytes.length);
      request.setHeader(HttpHeaders.CONTENT_TYPE, "application/json");
    } else if (BODY_EXPECTED.contains(action.method())) {
      request.setHeader(HttpHeaders.CONTENT_LENGTH, 0);
    }
    action
        .headers()
        .forEach((name, value) -> {
          check(name, value);
          request.setHeader(name, value);
        });
    addOwnHeaders(request, call.delivery(), traceparent);
    if (signatures.enabled()) {
      var signed =
          signatures.sign(call.delivery().key(), clock.instant(), body == null ? "" : body);
      request.setHeader("webhook-id", signed.id());
      request.setHeader("webhook-timestamp", signed.timestamp());
      request.setHeader("webhook-signature", signed.signature());
    }
    return new Prepared(request, target, call.redaction());
  }

  private static void check(String name, String value) {
    HeaderLimits.objectionToName(name)
        .or(() -> HeaderLimits.objectionToValue(value))
        .ifPresent(objection -> {
          throw new IllegalArgumentException("the header " + name + " " + objection);
        });
  }

  private static void addOwnHeaders(HttpRequest request, Delivery delivery, String traceparent) {
    request.setHeader("Idempotency-Key", delivery.key());
    request.setHeader("X-Task-Id", delivery.task().toString());
    request.setHeader("X-Task-Trigger", delivery.trigger().word());
    request.setHeader("X-Task-Attempt", Integer.toString(delivery.attempt()));
    request.setHeader("traceparent", traceparent);
  }

  private static String authority(Target.Origin origin) {
    return origin.defaultPort() ? origin.host() : origin.host() + ":" + origin.port();
  }

  /** Returns path and query, ending where the handle parameter is appended. */
  private static String path(URI uri) {
    String text = uri.toASCIIString();
    String path = text.substring(text.indexOf('/', uri.getScheme().length() + "://".length()));
    String query = uri.getRawQuery();
    return query == null ? path + "?" : query.isEmpty() ? path : path + "&";
  }

  /** The URL to which the receiver reports the end of the task, as a query parameter. */
  private String handle(Call call) {
    String url = hostUrl.get() + "/task/" + call.delivery().task() + "?token=" + call.token();
    return "handle=" + URLEncoder.encode(url, UTF_8);
  }
}
