package dev.edgewise.server.cli.remote;

/** Formats counts for sentences. */
public final class Plurals {

  private Plurals() {}

  /** Returns a number of tasks. */
  public static String tasks(long count) {
    return count == 1 ? "1 task" : count + " tasks";
  }
}
