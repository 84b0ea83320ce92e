package dev.edgewise.server.cli.remote;

/** Small parts of sentences. */
final class Words {

  private Words() {}

  /** A number of tasks. */
  static String tasks(long count) {
    return count == 1 ? "1 task" : count + " tasks";
  }
}
