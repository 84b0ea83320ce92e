package dev.edgewise.server.access;

import dev.edgewise.api.Scope;
import dev.edgewise.server.store.access.ApiKey;
import java.util.EnumSet;
import java.util.Set;

/** A key, and the principal that a request with it has. */
record KeyHolder(ApiKey key, Principal principal) {

  static KeyHolder of(ApiKey key) {
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !key.scopes().contains(scope.wireName()));
    return new KeyHolder(
        key,
        new Principal(
            key.workspace(),
            "key:%s (%s)".formatted(key.id(), key.name()),
            scopes,
            key.kinds() == null ? null : Set.copyOf(key.kinds())));
  }
}
