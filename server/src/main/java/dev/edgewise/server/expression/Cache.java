package dev.edgewise.server.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The latest results of a pure function. */
final class Cache<K, V> {
  private final Function<K, V> function;
  private final Map<K, V> latest;

  Cache(int size, Function<K, V> function) {
    this.function = function;
    this.latest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > size;
          }
        };
  }

  V of(K key) {
    synchronized (latest) {
      V known = latest.get(key);
      if (known != null) {
        return known;
      }
    }
    // Outside the lock: two threads may compute the same, none waits for another's work.
    V computed = function.apply(key);
    synchronized (latest) {
      latest.put(key, computed);
    }
    return computed;
  }
}
