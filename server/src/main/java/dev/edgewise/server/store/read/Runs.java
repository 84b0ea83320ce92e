package dev.edgewise.server.store.read;

import dev.edgewise.server.database.PatientRead;
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

  /**
   * All that the tasks up to a number have, in order, for an answer that begins with it: the first
   * run fails when no connection is free, and the later ones wait for one.
   */
  public static <T> Stream<T> stream(int last, Read<T> read) {
    return stream(last, 0, read);
  }

  /** The same for an answer that has begun: all runs wait for a connection. */
  public static <T> Stream<T> continued(int last, Read<T> read) {
    return stream(last, -1, read);
  }

  private static <T> Stream<T> stream(int last, int impatient, Read<T> read) {
    return ReadAhead.elements(
        (last + TASKS_AT_ONCE - 1) / TASKS_AT_ONCE,
        run -> {
          int after = run * TASKS_AT_ONCE;
          int to = (int) Math.min((run + 1L) * TASKS_AT_ONCE, last);
          return run == impatient
              ? read.between(after, to)
              : PatientRead.of(() -> read.between(after, to));
        });
  }
}
