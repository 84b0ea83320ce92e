package dev.edgewise.api;

/** The request of a browser to begin a session with a key. */
public record SignIn(String key) {

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "SignIn";
  }
}
