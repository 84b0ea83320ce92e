package dev.edgewise.server.config;

/** A secret text: {@link #toString} is masked, so that only {@link #reveal} shows it. */
public record Secret(String reveal) {

  /** Shown instead of a secret. */
  public static final String MASK = "****";

  @Override
  public String toString() {
    return MASK;
  }
}
