package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The share of a lane that ready tasks get: keys take turns, and a key with a higher weight gets
 * more of them.
 *
 * @param key null if the task shares with all others that have no key
 * @param weight from 1 on
 */
public record Fairness(@Nullable String key, int weight) {
  public static final Fairness NONE = new Fairness(null, 1);
}
