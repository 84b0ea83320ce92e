package dev.edgewise.sdk;

import java.time.Duration;
import java.util.Map;

/**
 * The settings of a worker.
 *
 * @param poll how long a claim waits at the server for the first task
 * @param lease how long a lease lasts without a heartbeat
 * @param drain how long closing waits for running handlers
 */
record WorkerSettings(
    ServerAccess server,
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

  /** The time between heartbeats: two in a row may be lost. */
  Duration heartbeatPause() {
    return lease.dividedBy(3);
  }
}
