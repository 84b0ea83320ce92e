package dev.edgewise.server.store.read;

import dev.edgewise.server.database.ReadAhead;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a batch's tasks have, read a run of task numbers at a time, so that neither the memory nor a
 * connection is taken for longer than one run.
 */
public final class Runs {
  private static final int TASKS_AT_ONCE = 5_000;

  private Runs() {}

  /** Reads what the tasks after one number and up to another have. */
  @FunctionalInterface
  public interface Read<T> {
    List<T> between(int after, int last);
  }

  /** All that the tasks up to a number have, in order. */
  public static <T> Stream<T> stream(int last, Read<T> read) {
    return ReadAhead.elements(
        (last + TASKS_AT_ONCE - 1) / TASKS_AT_ONCE,
        run -> {
          long next = (run + 1L) * TASKS_AT_ONCE;
          return read.between(run * TASKS_AT_ONCE, (int) Math.min(next, last));
        });
  }
}
