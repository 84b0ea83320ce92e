package dev.edgewise.server.config;

/** Whether requests must show credentials. */
public enum AuthMode {
  /** Everybody who reaches the port may do everything. */
  NONE,
  /** Requests need a key, a session that a key began, or a JWT of the configured issuer. */
  KEYS
}
