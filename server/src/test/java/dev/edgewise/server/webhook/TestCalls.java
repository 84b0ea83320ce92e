package dev.edgewise.server.webhook;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.store.delivery.Delivery;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Callers and calls for tests. */
final class TestCalls {

  static final TaskKey TASK =
      new TaskKey(UUID.fromString("0199e6a2-0000-7000-8000-000000000000"), 7);
  static final Settings.Targets TARGETS = new Settings.Targets(false, Set.of(), Set.of(), Set.of());

  private TestCalls() {}

  static Caller caller(Duration timeout) {
    return caller(timeout, new TargetGuard(TARGETS, true));
  }

  static Caller caller(Duration timeout, TargetGuard guard) {
    return new Caller(
        new Settings.Webhooks(10, 10, timeout, 1, List.of(), List.of(), TARGETS),
        guard,
        () -> URI.create("https://edgewise.test"),
        Traces.UNRECORDED,
        InstantSource.system(),
        null);
  }

  static Call post(String url) {
    return call(url, "Post", "");
  }

  /**
   * A call.
   *
   * @param more members of the action's parameters, each after a comma
   */
  static Call call(String url, String verb, String more) {
    String action =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"%s\",\"verb\":\"%s\"%s}}"
            .formatted(url, verb, more);
    return new Call(Delivery.start(TASK, 0), action, "t");
  }
}
