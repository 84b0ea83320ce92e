package dev.edgewise.server.commit;

/** How much work the expressions of a transaction may take. */
public enum Effort {
  /** As much as others can wait for. What takes more is begun anew with full effort. */
  BRIEF,
  /** As much as expressions may take at all. What takes more fails. */
  FULL
}
