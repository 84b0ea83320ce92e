package dev.edgewise.sdk;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * What a worker was told.
 *
 * @param poll how long a claim waits at the server for the first task
 * @param lease how long a task is held without a heartbeat
 * @param drain how long closing waits for running handlers
 */
record WorkerSettings(
    URI server,
    String name,
    Map<String, Handler> handlers,
    int concurrency,
    Duration poll,
    Duration lease,
    Duration drain) {

  WorkerSettings {
    handlers = Map.copyOf(handlers);
  }

  int pollSecs() {
    return Math.toIntExact(poll.toSeconds());
  }

  int leaseSecs() {
    return Math.toIntExact(lease.toSeconds());
  }

  /** Often enough that two may be lost. */
  Duration heartbeatPause() {
    return lease.dividedBy(3);
  }
}
