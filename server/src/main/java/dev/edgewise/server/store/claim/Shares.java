package dev.edgewise.server.store.claim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Those who rest in a lane, one task for each before anybody gets a second one; some of them are
 * left alone as long as the others have room.
 */
final class Shares {
  private final Object giver;
  private final String lane;
  private final Iterator<Waiter> others;
  private final Deque<Waiter> promised = new ArrayDeque<>();
  private int wanted;

  /**
   * Nobody is promised anything yet.
   *
   * @param wanted how many of them are to share the tasks if they have the room
   */
  Shares(Object giver, String lane, Iterator<Waiter> waiters, int wanted) {
    this.giver = giver;
    this.lane = lane;
    this.others = waiters;
    this.wanted = wanted;
  }

  /** The one who is promised the next task; null when nobody has room for it. */
  @Nullable Waiter next() {
    while (others.hasNext() || !promised.isEmpty()) {
      boolean another = others.hasNext() && (wanted > 0 || promised.isEmpty());
      Waiter waiter = another ? others.next() : promised.removeFirst();
      if (waiter.promise(giver, lane)) {
        wanted -= another ? 1 : 0;
        promised.addLast(waiter);
        return waiter;
      }
    }
    return null;
  }
}
