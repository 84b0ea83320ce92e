package dev.edgewise.server.store.delivery;

/** Whether a call may be made. */
public sealed interface Permit {

  /**
   * It may, by the one who asked and nobody else for now.
   *
   * @param call the how-manieth of its delivery it is
   * @param takenOver whether another caller had begun it and has not been heard of for too long
   */
  record Granted(int call, boolean takenOver) implements Permit {}

  /**
   * It was made with success and is never made again.
   *
   * @param body what the receiver answered, as far as it matters; empty when it does not
   */
  record Done(String body) implements Permit {}

  /** Somebody is making it. */
  record Busy() implements Permit {}
}
