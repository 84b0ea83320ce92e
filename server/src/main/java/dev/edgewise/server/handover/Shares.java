package dev.edgewise.server.handover;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Shares the tasks of one group among the workers that rest in a lane: every worker gets one task
 * before any gets a second. Some workers are left alone as long as the others have room.
 */
final class Shares {
  private final Object group;
  private final String lane;
  private final Iterator<WaitingWorker> others;
  private final Deque<WaitingWorker> promised = new ArrayDeque<>();
  private int wanted;

  /**
   * @param wanted how many of the workers share the tasks if they have the room
   */
  Shares(Object group, String lane, Iterator<WaitingWorker> waiters, int wanted) {
    this.group = group;
    this.lane = lane;
    this.others = waiters;
    this.wanted = wanted;
  }

  /** The worker that is promised the next task; null when none has room for it. */
  @Nullable WaitingWorker next() {
    while (others.hasNext() || !promised.isEmpty()) {
      boolean another = others.hasNext() && (wanted > 0 || promised.isEmpty());
      WaitingWorker waiter = another ? others.next() : promised.removeFirst();
      if (waiter.promise(group, lane)) {
        wanted -= another ? 1 : 0;
        promised.addLast(waiter);
        return waiter;
      }
    }
    return null;
  }
}
