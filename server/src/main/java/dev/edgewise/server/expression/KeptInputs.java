package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.claim.Claimed;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Inputs that took long to evaluate, kept until their tasks are claimed again. The results that an
 * input reads do not change during an attempt. If there is no room, an input is not kept and is
 * evaluated again: those that are kept make room first, because their tasks are first in the queue.
 */
final class KeptInputs {
  private final Map<Attempt, Input> inputs = new LinkedHashMap<>();
  private long chars;

  private record Attempt(TaskKey task, int attempt) {
    static Attempt of(Claimed task) {
      return new Attempt(task.task(), task.token().attempt());
    }
  }

  private record Input(String json, long since) {
    boolean old(long now) {
      return now - since > TimeUnit.SECONDS.toNanos(Limits.INPUTS_KEPT_SECS);
    }
  }

  synchronized void add(Claimed task, String json) {
    long now = System.nanoTime();
    for (Iterator<Input> oldest = inputs.values().iterator(); oldest.hasNext(); ) {
      Input input = oldest.next();
      if (!input.old(now)) {
        break;
      }
      chars -= input.json().length();
      oldest.remove();
    }
    if (chars + json.length() <= Limits.INPUTS_KEPT_MAX_CHARS) {
      Input before = inputs.put(Attempt.of(task), new Input(json, now));
      chars += json.length() - (before == null ? 0 : before.json().length());
    }
  }

  /** Returns the input of a task and forgets it; null if it is not kept. */
  synchronized @Nullable String take(Claimed task) {
    Input input = inputs.remove(Attempt.of(task));
    if (input == null) {
      return null;
    }
    chars -= input.json().length();
    return input.json();
  }
}
