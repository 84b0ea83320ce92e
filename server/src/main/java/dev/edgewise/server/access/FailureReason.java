package dev.edgewise.server.access;

import java.util.Locale;

/** Why a request is not authenticated, as the metric says it. */
public enum FailureReason {
  /** It shows no credentials. */
  MISSING,
  /** No key has this ID and secret. */
  KEY,
  /** The key has expired. */
  EXPIRED,
  /** The key was revoked. */
  REVOKED,
  /** No session has this ID, or it has ended. */
  SESSION,
  /** The JWT is not valid here. */
  JWT,
  /** The delivery token is not one of the task. */
  TOKEN,
  /** Too many requests of the same address failed before. */
  THROTTLED;

  /** The value of the metric's label. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
