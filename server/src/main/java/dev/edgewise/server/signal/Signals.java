package dev.edgewise.server.signal;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the loops of this server what a commit left for them to do. */
public final class Signals {
  /** Every server holds this lock of the database while it listens; "edge" in letters' numbers. */
  public static final int SERVERS_LOCK = 0x65646765;

  private static final Logger log = LoggerFactory.getLogger(Signals.class);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** Somebody who waits for work; called on the committing thread, so it must only wake others. */
  public interface Listener {
    /** Tasks became ready in these lanes. */
    default void ready(Collection<String> lanes) {}

    /** A timer or a lease may now be the next one due. */
    default void timer() {}

    /** The outbox got calls. */
    default void calls() {}

    /** Ledger entries were written. */
    default void events() {}
  }

  public void add(Listener listener) {
    listeners.add(listener);
  }

  public void remove(Listener listener) {
    listeners.remove(listener);
  }

  /** Spreads the news of a commit; {@code unparked} means that any lane may have got work. */
  public void committed(Collection<String> lanes, boolean unparked, boolean calls, boolean timers) {
    for (Listener listener : listeners) {
      try {
        if (unparked || !lanes.isEmpty()) {
          listener.ready(unparked ? List.of() : lanes);
        }
        if (calls) {
          listener.calls();
        }
        if (timers) {
          listener.timer();
        }
        listener.events();
      } catch (RuntimeException e) {
        log.error("A listener failed; the others are told all the same", e);
      }
    }
  }
}
