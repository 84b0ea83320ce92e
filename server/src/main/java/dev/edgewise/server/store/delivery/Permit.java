package dev.edgewise.server.store.delivery;

/** Whether a call may be made. */
public sealed interface Permit {

  /**
   * The server that asked may make the call, and for now no other server may.
   *
   * @param call counts the calls of the delivery from 1
   * @param takenOver whether another server had begun the call and has given no sign of life since
   */
  record Granted(int call, boolean takenOver) implements Permit {}

  /**
   * It was made with success and is never made again.
   *
   * @param body what the receiver answered, as far as it matters; empty when it does not
   */
  record Done(String body) implements Permit {}

  /** Another server is making the call. */
  record Busy() implements Permit {}
}
