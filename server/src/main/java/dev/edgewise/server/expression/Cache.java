package dev.edgewise.server.expression;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * The most recent results of a pure function of texts, bounded by the total length of the texts.
 */
final class Cache<V> {
  private final int maxChars;
  private final Function<String, V> function;
  private final SequencedMap<String, V> latest = new LinkedHashMap<>(16, 0.75f, true);
  private long chars;

  Cache(int maxChars, Function<String, V> function) {
    this.maxChars = maxChars;
    this.function = function;
  }

  V of(String text) {
    synchronized (latest) {
      V known = latest.get(text);
      if (known != null) {
        return known;
      }
    }
    // Outside the lock: two threads may compute the same result, but none waits for another.
    V computed = function.apply(text);
    synchronized (latest) {
      if (latest.put(text, computed) == null) {
        chars += text.length();
      }
      while (chars > maxChars) {
        chars -= latest.pollFirstEntry().getKey().length();
      }
    }
    return computed;
  }
}
