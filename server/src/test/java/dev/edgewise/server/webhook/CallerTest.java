package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.Receiver.Received;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CallerTest {

  private static final TaskKey TASK =
      new TaskKey(UUID.fromString("0199e6a2-0000-7000-8000-000000000000"), 7);
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Receiver receiver = Receiver.start();

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  void aRequestNamesItsTaskTriggerAttemptAndHandle() throws Exception {
    Received call = received(Delivery.start(TASK, 0), params(receiver.url("/start?a=b"), ""));

    assertThat(call.method()).isEqualTo("POST");
    assertThat(call.uri().getRawPath()).isEqualTo("/start");
    assertThat(call.uri().getRawQuery())
        .isEqualTo(
            "a=b&handle=https%3A%2F%2Fedgewise.test%2Fbase%2Ftask%2F"
                + TASK
                + "%3Ftoken%3Dthe-token");
    assertThat(call.handle())
        .hasToString("https://edgewise.test/base/task/" + TASK + "?token=the-token");
    assertThat(call.header("X-Task-Id")).isEqualTo(TASK.toString());
    assertThat(call.header("X-Task-Trigger")).isEqualTo("start");
    assertThat(call.header("X-Task-Attempt")).isEqualTo("0");
    assertThat(call.header("Idempotency-Key")).isEqualTo(TASK + ":start");
    assertThat(call.header("traceparent"))
        .matches("00-0199e6a2000070008000000000000000-[0-9a-f]{16}-00");
    assertThat(call.header("webhook-signature")).isEmpty();
    assertThat(call.body()).isEmpty();
  }

  @Test
  void keysNameTheEventTheAttemptAndTheAction() {
    assertThat(new Delivery(TASK, Trigger.SUCCESS, 0, 0).key()).isEqualTo(TASK + ":success");
    assertThat(new Delivery(TASK, Trigger.SUCCESS, 0, 1).key()).isEqualTo(TASK + ":success/1");
    assertThat(new Delivery(TASK, Trigger.FAILURE, 2, 0).key()).isEqualTo(TASK + ":failure:2");
    assertThat(new Delivery(TASK, Trigger.CANCEL, 1, 3).key()).isEqualTo(TASK + ":cancel:1/3");
  }

  @Test
  void theBodyAndTheHeadersAreTheUsersButOursWin() throws Exception {
    String more =
        """
        ,"body":{"n":1.10,"big":12345678901234567890,"text":"ü"},
        "headers":{"X-Mine":"yes","Content-Type":"application/vnd.x+json","X-Task-Id":"forged","idempotency-key":"forged"}
        """;

    Received call = received(Delivery.start(TASK, 3), params(receiver.url("/"), more));

    assertThat(call.body()).isEqualTo("{\"n\":1.10,\"big\":12345678901234567890,\"text\":\"ü\"}");
    assertThat(call.header("X-Mine")).isEqualTo("yes");
    assertThat(call.header("Content-Type")).isEqualTo("application/vnd.x+json");
    assertThat(call.header("X-Task-Id")).isEqualTo(TASK.toString());
    assertThat(call.key()).isEqualTo(TASK + ":start:3");
    assertThat(call.headers().get("Idempotency-key")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\r\\nX-Evil: 1", "a\\nb", "a\\rb", "a\\u0000b"})
  void noHeaderSmugglesAnother(String value) throws Exception {
    CallReply reply = call(params(receiver.url("/"), ",\"headers\":{\"X-A\":\"" + value + "\"}"));

    assertThat(reply).isInstanceOf(CallReply.Refused.class);
    assertThat(receiver.calls()).isEmpty();
  }

  @Test
  void requestsAreSignedWithEverySecretAfterTheStandardWebhooksScheme() throws Exception {
    Secret older = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    Secret newer = new Secret("whsec_" + base64("another secret, 24+ bytes!".getBytes(UTF_8)));
    try (var caller = caller(List.of(newer, older), Duration.ofSeconds(5), systemGuard())) {
      caller.call(new Call(Delivery.start(TASK, 1), params(receiver.url("/"), BODY), "t"));
    }
    Received call = receiver.calls().getFirst();

    assertThat(call.header("webhook-id")).isEqualTo(TASK + ":start:1");
    long timestamp = Long.parseLong(call.header("webhook-timestamp"));
    assertThat(Instant.ofEpochSecond(timestamp))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    String content = call.header("webhook-id") + "." + timestamp + "." + call.body();
    assertThat(call.header("webhook-signature").split(" "))
        .containsExactly(
            "v1," + base64(hmac(newer, content)), "v1," + base64(hmac(older, content)));
  }

  private static final String BODY = ",\"body\":{\"test\":2432232314}";

  /** The signature as the scheme describes it, from the hash function up. */
  private static byte[] hmac(Secret secret, String content) throws Exception {
    byte[] key = Base64.getDecoder().decode(secret.reveal().substring("whsec_".length()));
    byte[] inner = new byte[64];
    byte[] outer = new byte[64];
    Arrays.fill(inner, (byte) 0x36);
    Arrays.fill(outer, (byte) 0x5c);
    for (int i = 0; i < key.length; i++) {
      inner[i] ^= key[i];
      outer[i] ^= key[i];
    }
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    sha.update(inner);
    byte[] hash = sha.digest(content.getBytes(UTF_8));
    sha.update(outer);
    return sha.digest(hash);
  }

  @Test
  void theIndependentSignatureAgreesWithThePublishedExample() throws Exception {
    String content = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";
    assertThat(base64(hmac(new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), content)))
        .isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    receiver.answering(_ -> new Answer(302, "", Map.of("Location", receiver.url("/other"))));

    CallReply reply = call(params(receiver.url("/"), ""));

    assertThat(reply.accepted()).isFalse();
    assertThat(reply.failure()).isEqualTo("answered 302, and redirects are not followed");
    assertThat(receiver.calls()).hasSize(1);
  }

  @Test
  void anAnswerThatNeverEndsIsGivenUpInTime() throws Exception {
    var release = new CountDownLatch(1);
    receiver.answering(_ -> {
      release.await();
      return Answer.of(200);
    });
    try (var caller = caller(List.of(), Duration.ofSeconds(1), systemGuard())) {
      CallReply reply =
          caller.call(new Call(Delivery.start(TASK, 0), params(receiver.url("/"), ""), "t"));

      assertThat(reply.failure()).isEqualTo("no answer within 1 s");
      assertThat(reply.health()).isEqualTo(HostHealth.SICK);
    } finally {
      release.countDown();
    }
  }

  @Test
  void aPortWithoutAListenerIsNoConnection() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, LOOPBACK)) {
      port = socket.getLocalPort();
    }
    CallReply reply = call(params("http://127.0.0.1:" + port + "/", ""));

    assertThat(reply.failure()).startsWith("no connection");
    assertThat(reply.health()).isEqualTo(HostHealth.SICK);
  }

  @Test
  void onlyTheBeginningOfALongAnswerIsKept() throws Exception {
    receiver.answering(_ -> Answer.of(200, "x".repeat(3_000_000)));

    CallReply reply = call(params(receiver.url("/"), ""));

    assertThat(reply)
        .isInstanceOfSatisfying(
            CallReply.Answered.class,
            answered -> {
              assertThat(answered.status()).isEqualTo(200);
              assertThat(answered.whole()).isFalse();
              assertThat(answered.body()).hasSizeLessThan(1_200_000);
            });
  }

  @Test
  void retryAfterIsRead() throws Exception {
    receiver.answering(_ -> new Answer(503, "", Map.of("Retry-After", "17")));

    assertThat(call(params(receiver.url("/"), "")))
        .isEqualTo(new CallReply.Answered(503, "", true, Duration.ofSeconds(17)));
    Instant now = Instant.parse("2026-11-15T12:00:00Z");
    assertThat(RetryAfter.read("Sun, 15 Nov 2026 12:01:00 GMT", now))
        .contains(Duration.ofMinutes(1));
    assertThat(RetryAfter.read("Sun, 15 Nov 2026 11:01:00 GMT", now)).contains(Duration.ZERO);
    assertThat(RetryAfter.read("soon", now)).isEmpty();
  }

  @Test
  void aNameWithAPrivateAddressIsNotCalled() throws Exception {
    String host = "inside-" + NAMES.incrementAndGet() + ".example";
    var guard = new TargetGuard(targets(), false, _ -> List.of(LOOPBACK));
    try (var caller = caller(List.of(), Duration.ofSeconds(5), guard)) {
      String url = "http://" + host + ":" + receiver.port() + "/";
      CallReply reply = caller.call(new Call(Delivery.start(TASK, 0), params(url, ""), "t"));

      assertThat(reply.failure())
          .isEqualTo(host + " leads to a loopback address; WEBHOOK_ALLOWED_HOSTS can allow it");
      assertThat(receiver.calls()).isEmpty();
    }
  }

  @Test
  void theConnectionGoesToTheAddressThatWasChecked() throws Exception {
    String host = "rebound-" + NAMES.incrementAndGet() + ".example";
    var lookups = new AtomicInteger();
    var guard =
        new TargetGuard(
            targets(),
            false,
            _ -> {
              // A public address for the check, this machine for any later look-up.
              boolean first = lookups.getAndIncrement() == 0;
              return List.of(first ? InetAddress.ofLiteral("192.0.3.1") : LOOPBACK);
            });
    try (var caller = caller(List.of(), Duration.ofSeconds(1), guard)) {
      String url = "http://" + host + ":" + receiver.port() + "/";
      CallReply reply = caller.call(new Call(Delivery.start(TASK, 0), params(url, ""), "t"));

      assertThat(reply).isInstanceOf(CallReply.Unanswered.class);
      assertThat(receiver.calls()).isEmpty();
    }
  }

  @Test
  void theHostHeaderHasTheNameAndNotTheAddress() throws Exception {
    String host = "receiver-" + NAMES.incrementAndGet() + ".example";
    var guard = new TargetGuard(targets(), true, _ -> List.of(LOOPBACK));
    try (var caller = caller(List.of(), Duration.ofSeconds(5), guard)) {
      String url = "http://" + host + ":" + receiver.port() + "/";
      CallReply reply = caller.call(new Call(Delivery.start(TASK, 0), params(url, ""), "t"));

      assertThat(reply.accepted()).isTrue();
      assertThat(receiver.calls().getFirst().header("Host"))
          .isEqualTo(host + ":" + receiver.port());
    }
  }

  private Received received(Delivery delivery, String action) throws Exception {
    try (var caller = caller(List.of(), Duration.ofSeconds(5), systemGuard())) {
      assertThat(caller.call(new Call(delivery, action, "the-token")).accepted()).isTrue();
    }
    return receiver.calls().getFirst();
  }

  private static CallReply call(String action) throws Exception {
    try (var caller = caller(List.of(), Duration.ofSeconds(5), systemGuard())) {
      return caller.call(new Call(Delivery.start(TASK, 0), action, "t"));
    }
  }

  private static TargetGuard systemGuard() {
    return new TargetGuard(targets(), true);
  }

  private static Settings.Targets targets() {
    return new Settings.Targets(false, Set.of(), Set.of(), Set.of());
  }

  private static Caller caller(List<Secret> secrets, Duration timeout, TargetGuard guard) {
    return new Caller(
        new Settings.Webhooks(10, 10, timeout, 1, secrets, List.of(), targets()),
        guard,
        () -> URI.create("https://edgewise.test/base"),
        Traces.UNRECORDED,
        InstantSource.system(),
        null);
  }

  private static String params(String url, String more) {
    return "{\"kind\":\"Webhook\",\"params\":{\"url\":\""
        + url
        + "\",\"verb\":\"Post\""
        + more
        + "}}";
  }
}
