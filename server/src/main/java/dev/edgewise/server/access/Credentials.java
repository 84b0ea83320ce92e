package dev.edgewise.server.access;

import org.jspecify.annotations.Nullable;

/**
 * What a request shows to prove who sends it.
 *
 * @param bearer the value of the Authorization header behind {@code Bearer}; null without one
 * @param session the session ID in the browser's cookie; null without one
 * @param workspace the value of the X-Workspace header; null without one
 * @param address the client's address, by which failures are limited
 */
public record Credentials(
    @Nullable String bearer, @Nullable String session, @Nullable String workspace, String address) {

  /** Whether there is anything to check. */
  public boolean present() {
    return bearer != null || session != null;
  }

  /** Leaves the secrets out, so that no log or exception can show them. */
  @Override
  public String toString() {
    return "Credentials[of " + address + "]";
  }
}
