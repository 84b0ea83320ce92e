package dev.edgewise.server.access;

import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.SecretHash;
import dev.edgewise.server.store.access.Sessions;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The keys and sessions that requests show, without a look-up for each request. */
final class KnownKeys {
  private final Keys keys;
  private final Remembered<String, KeyHolder> byId;
  private final Remembered<SecretHash, String> bySession;
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  KnownKeys(Keys keys, Sessions sessions, Lookups lookups, LongSupplier nanoTime) {
    this.keys = keys;
    this.byId = new Remembered<>(this::read, lookups, nanoTime);
    this.bySession = new Remembered<>(sessions::find, lookups, nanoTime);
  }

  private Map<String, KeyHolder> read(Collection<String> ids) {
    Map<String, KeyHolder> found = new HashMap<>();
    keys.find(ids).forEach((id, key) -> found.put(id, KeyHolder.of(key)));
    return found;
  }

  Optional<KeyHolder> find(String id) {
    return byId.find(id);
  }

  Optional<KeyHolder> ofSession(SecretHash session) {
    return bySession.find(session).flatMap(this::find);
  }

  /** Whether a look-up can be spared, or concerns a key that exists. */
  boolean isFamiliar(String id) {
    return byId.last(id).isPresent() || byId.isUnknown(id);
  }

  /** The same of a session. */
  boolean isFamiliar(SecretHash session) {
    return bySession.last(session).isPresent() || bySession.isUnknown(session);
  }

  /** Notes that a request was admitted by a key. */
  void used(String id) {
    if (!used.contains(id)) {
      used.add(id);
    }
  }

  /** Forgets a session that has ended. */
  void forget(SecretHash session) {
    bySession.forget(session);
  }

  /** Reads again what is in use, and writes down which keys were used. */
  void refresh() {
    byId.refresh();
    bySession.refresh();
    Set<String> noted = new HashSet<>(used);
    List<String> due =
        noted.stream()
            .filter(id -> byId.last(id).filter(holder -> holder.key().unmarked()).isPresent())
            .toList();
    if (!due.isEmpty()) {
      keys.recordUse(due);
    }
    used.removeAll(noted);
  }
}
