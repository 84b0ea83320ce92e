package dev.edgewise.server.calls;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.webhook.Redaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts the values of secrets into rendered actions, for the time of the call. */
final class ActionSecrets {
  private final Secrets secrets;

  /** The result for one action. */
  sealed interface Filled {
    /**
     * The action can be called.
     *
     * @param redaction masks the values in what the call returns
     */
    record Ready(String action, Redaction redaction) implements Filled {}

    /** A secret has no value. */
    record Failed(String reason) implements Filled {}
  }

  ActionSecrets(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Reads the secrets that an action names, with one statement; with none if it names none. */
  Filled fill(TaskKey task, String action) {
    Set<String> names = SecretPlaceholders.names(action);
    if (names.isEmpty()) {
      return new Filled.Ready(action, Redaction.NONE);
    }
    Map<String, Optional<String>> found = secrets.values(task, names);
    Map<String, String> values = new HashMap<>();
    for (String name : names) {
      Optional<String> value = found.get(name);
      if (value == null) {
        return new Filled.Failed(
            "there is no secret %1$s; store it with PUT /v1/secrets/%1$s".formatted(name));
      }
      if (value.isEmpty()) {
        return new Filled.Failed(
            "the secret %s cannot be decrypted with SECRETS_KEY".formatted(name));
      }
      values.put(name, value.get());
    }
    String filled = SecretPlaceholders.replaced(action, values::get);
    return filled.length() > Limits.EXPRESSION_MAX_TEXT_BYTES
        ? new Filled.Failed(
            "the action has more than %d characters with its secrets %s"
                .formatted(Limits.EXPRESSION_MAX_TEXT_BYTES, List.copyOf(names)))
        : new Filled.Ready(filled, Redaction.of(values.values()));
  }
}
