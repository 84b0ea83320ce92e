package dev.edgewise.server.access;

import dev.edgewise.server.config.Limits;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Values read from the database, remembered for a few seconds. A loop reads those in use again, so
 * that requests do not wait for the database. A value that is older than {@link
 * Limits#ACCESS_MAX_AGE_MILLIS}, because it was not in use or the database is away, is read by the
 * request that needs it; if that fails, so does the request.
 */
final class Remembered<K, V> {
  private static final long MAX_AGE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.ACCESS_MAX_AGE_MILLIS);

  private final Function<Collection<K>, Map<K, V>> reading;
  private final Lookups lookups;
  private final LongSupplier nanoTime;
  private final Map<K, Entry<V>> known = new ConcurrentHashMap<>();
  private final Map<K, Long> unknown = new ConcurrentHashMap<>();

  /** A value, and when its reading began. */
  private static final class Entry<V> {
    private final V value;
    private final long readAt;
    private volatile boolean inUse;

    Entry(V value, long readAt, boolean inUse) {
      this.value = value;
      this.readAt = readAt;
      this.inUse = inUse;
    }
  }

  /**
   * @param reading returns the values of those keys that have one
   */
  Remembered(Function<Collection<K>, Map<K, V>> reading, Lookups lookups, LongSupplier nanoTime) {
    this.reading = reading;
    this.lookups = lookups;
    this.nanoTime = nanoTime;
  }

  /** Returns the value of a key as it was at most a few seconds ago. */
  Optional<V> find(K key) {
    Entry<V> entry = known.get(key);
    if (entry != null && isFresh(entry.readAt)) {
      entry.inUse = true;
      return Optional.of(entry.value);
    }
    return isUnknown(key) ? Optional.empty() : lookups.run(() -> read(key));
  }

  /** Returns the value that was read last, however long ago. */
  Optional<V> last(K key) {
    return Optional.ofNullable(known.get(key)).map(entry -> entry.value);
  }

  /** Reads the value again when it is needed next. */
  void forget(K key) {
    known.remove(key);
    unknown.remove(key);
  }

  /** Whether it is known that the key has no value. */
  boolean isUnknown(K key) {
    Long readAt = unknown.get(key);
    return readAt != null && isFresh(readAt);
  }

  private boolean isFresh(long readAt) {
    return nanoTime.getAsLong() - readAt < MAX_AGE_NANOS;
  }

  private Optional<V> read(K key) {
    Entry<V> entry = known.get(key);
    if (entry != null && isFresh(entry.readAt)) {
      // Another request has read it while this one waited for its turn.
      return Optional.of(entry.value);
    }
    long readAt = nanoTime.getAsLong();
    V value = reading.apply(Set.of(key)).get(key);
    remember(key, value, readAt, true);
    return Optional.ofNullable(value);
  }

  private void remember(K key, @Nullable V value, long readAt, boolean inUse) {
    if (value == null) {
      known.remove(key);
      if (unknown.size() < Limits.ACCESS_REMEMBERED_MAX) {
        unknown.put(key, readAt);
      }
    } else if (known.size() < Limits.ACCESS_REMEMBERED_MAX || known.containsKey(key)) {
      known.merge(
          key,
          new Entry<>(value, readAt, inUse),
          (one, other) -> other.readAt - one.readAt >= 0 ? other : one);
    }
  }

  /**
   * Reads all values again that were found since the last time; the others are read when a request
   * needs them.
   */
  void refresh() {
    unknown.clear();
    long readAt = nanoTime.getAsLong();
    boolean crowded = known.size() > Limits.ACCESS_REMEMBERED_MAX / 2;
    Set<K> inUse = new HashSet<>();
    known.forEach((key, entry) -> {
      if (entry.inUse) {
        inUse.add(key);
      } else if (crowded) {
        known.remove(key, entry);
      } else {
        known.replace(key, entry, new Entry<>(entry.value, readAt - MAX_AGE_NANOS, false));
      }
    });
    if (!inUse.isEmpty()) {
      Map<K, V> found = reading.apply(inUse);
      inUse.forEach(key -> remember(key, found.get(key), readAt, false));
    }
  }
}
