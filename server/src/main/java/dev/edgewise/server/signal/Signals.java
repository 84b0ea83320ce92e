package dev.edgewise.server.signal;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes the loops of this server after a commit that left work for them. */
public final class Signals {
  /**
   * The advisory lock that every server holds while it listens for notifications: "edge" in ASCII.
   */
  public static final int SERVERS_LOCK = 0x65646765;

  private static final Logger log = LoggerFactory.getLogger(Signals.class);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /**
   * A component that waits for work. Its methods run on the committing thread, so they must return
   * at once and only wake other threads.
   */
  public interface Listener {
    /** Tasks became ready in these lanes; an empty collection means any lane. */
    default void ready(Collection<String> lanes) {}

    /** A timer or a lease may now be the next one due. */
    default void timer() {}

    /** Webhook calls were added to the outbox. */
    default void calls() {}

    /** Ledger entries were written. */
    default void events() {}

    /** Lines of logs were written. */
    default void logs() {}

    /** Keys, sessions or workspaces have changed. */
    default void access() {}
  }

  public void add(Listener listener) {
    listeners.add(listener);
  }

  public void remove(Listener listener) {
    listeners.remove(listener);
  }

  /**
   * Notifies all listeners of a commit; {@code unparked} means that tasks may have become ready in
   * any lane.
   */
  public void committed(Collection<String> lanes, boolean unparked, boolean calls, boolean timers) {
    send(listener -> {
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
    });
  }

  /** Notifies all listeners that lines of logs were written. */
  public void logged() {
    send(Listener::logs);
  }

  /** Notifies all listeners that keys, sessions or workspaces have changed. */
  public void accessChanged() {
    send(Listener::access);
  }

  private void send(Consumer<Listener> message) {
    for (Listener listener : listeners) {
      try {
        message.accept(listener);
      } catch (RuntimeException e) {
        log.error("A listener of commits failed; the other listeners are still notified", e);
      }
    }
  }
}
