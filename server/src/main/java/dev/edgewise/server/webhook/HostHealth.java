package dev.edgewise.server.webhook;

/** What one call says about its host. */
public enum HostHealth {
  /** It answers, if only to refuse. */
  WELL,
  /** It cannot be reached, does not answer in time, or says that it cannot serve. */
  SICK,
  /** Nothing: it was not asked. */
  UNKNOWN
}
