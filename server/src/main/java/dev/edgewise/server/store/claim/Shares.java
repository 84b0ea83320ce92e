package dev.edgewise.server.store.claim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Those who rest in a lane, one task for each before anybody gets a second one. */
final class Shares {
  private final Object giver;
  private final String lane;
  private final Iterator<Waiter> others;
  private final Deque<Waiter> promised = new ArrayDeque<>();

  Shares(Object giver, String lane, Iterator<Waiter> waiters) {
    this.giver = giver;
    this.lane = lane;
    this.others = waiters;
  }

  /** The one who is promised the next task; null when nobody has room for it. */
  @Nullable Waiter next() {
    while (others.hasNext() || !promised.isEmpty()) {
      Waiter waiter = others.hasNext() ? others.next() : promised.removeFirst();
      if (waiter.promise(giver, lane)) {
        promised.addLast(waiter);
        return waiter;
      }
    }
    return null;
  }
}
