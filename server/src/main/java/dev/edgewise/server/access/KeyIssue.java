package dev.edgewise.server.access;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.access.ApiKey;
import dev.edgewise.server.store.access.Keys;
import java.time.Duration;
import java.util.Optional;

/** Creates keys and gives them new secrets. */
public final class KeyIssue {
  private final Keys keys;

  public KeyIssue(Keys keys) {
    this.keys = keys;
  }

  /** A key with its secret, which is not known again afterwards. */
  public record Issued(KeyText text, ApiKey key) {}

  /** Creates a key in the caller's workspace; empty when there is no such workspace. */
  public Optional<Issued> create(Caller caller, NewKey key) {
    KeyText text = KeyText.random();
    var addition =
        new Keys.Addition(
            text.id(),
            text.hash(),
            key.name(),
            key.scopes().stream().sorted().map(Scope::wireName).toList(),
            key.kinds() == null ? null : key.kinds().stream().sorted().toList(),
            key.expiresAt());
    return keys.add(caller, addition).map(stored -> new Issued(text, stored));
  }

  /**
   * Gives a key a new secret; empty when the workspace has no such key, or it was revoked.
   *
   * @param now whether the former secret and the key's sessions end at once
   */
  public Optional<Issued> rotate(Caller caller, String id, boolean now) {
    KeyText text = new KeyText(id, KeyText.randomSecret());
    Duration grace = now ? Duration.ZERO : Duration.ofSeconds(Limits.KEY_ROTATION_GRACE_SECS);
    return keys.rotate(caller, id, text.hash(), grace).map(stored -> new Issued(text, stored));
  }
}
