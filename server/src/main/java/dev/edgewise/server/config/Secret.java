package dev.edgewise.server.config;

/** A text that must not reach a log or a screen by accident: only {@link #reveal} shows it. */
public record Secret(String reveal) {

  /** What stands in a secret's place. */
  public static final String MASK = "****";

  @Override
  public String toString() {
    return MASK;
  }
}
