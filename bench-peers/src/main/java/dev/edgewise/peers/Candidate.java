package dev.edgewise.peers;

/** A system that can store tasks and do them. */
interface Candidate extends AutoCloseable {

  /**
   * Stores tasks that are not begun before it is told to.
   *
   * @param graph the parents of each task
   */
  void submit(int[][] graph) throws Exception;

  /** Does what was stored and returns when all of it has ended durably. */
  void run(Executions executions) throws Exception;

  @Override
  void close();
}
