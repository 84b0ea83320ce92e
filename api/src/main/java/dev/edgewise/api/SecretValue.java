package dev.edgewise.api;

/** The value of a secret. */
public record SecretValue(String value) {

  /** Leaves the value out. */
  @Override
  public String toString() {
    return "SecretValue";
  }
}
