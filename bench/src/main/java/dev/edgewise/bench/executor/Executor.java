package dev.edgewise.bench.executor;

import dev.edgewise.bench.load.Graph;
import java.time.Duration;

/** Does the tasks of a server. Tasks may be submitted before it begins; none ends before that. */
public sealed interface Executor extends AutoCloseable permits Workers, Hooks {

  /** The body that submits a graph whose tasks come here. */
  byte[] submission(Graph graph);

  void begin();

  /** Throws what went wrong, if anything has. */
  void check();

  /** Stops when everything has ended, and says when what happened. */
  Timeline end();

  /** How many HTTP exchanges there were since it began. */
  long exchanges();

  /** What it has used outside this process. */
  Duration processorTime();

  @Override
  void close();
}
