package dev.edgewise.server.webhook;

/** What a finished call shows about its host. */
public enum HostHealth {
  /** The host responds, even if it rejects the call. */
  WELL,
  /** The host cannot be reached, does not respond in time, or responds 502, 503 or 504. */
  SICK,
  /** The host was not called. */
  UNKNOWN
}
