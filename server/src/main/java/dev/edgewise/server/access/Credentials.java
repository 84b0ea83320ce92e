package dev.edgewise.server.access;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a request shows to prove who sends it.
 *
 * @param bearer the value of the Authorization header behind {@code Bearer}; null without one
 * @param session the session ID in the browser's cookie; null without one
 * @param capability the delivery token of the task in the path; null without one, and where none is
 *     accepted
 * @param workspace the value of the X-Workspace header; null without one
 * @param address the client's address, by which failures are limited
 */
public record Credentials(
    @Nullable String bearer,
    @Nullable String session,
    @Nullable Capability capability,
    @Nullable String workspace,
    String address) {

  /**
   * A token that admits to one task.
   *
   * @param task null when the path has no task ID
   */
  public record Capability(@Nullable UUID task, String token) {
    @Override
    public String toString() {
      return "Capability[of " + task + "]";
    }
  }

  /** The credentials of a client that shows nothing but a key. */
  public static Credentials ofKey(String key, String address) {
    return new Credentials(key, null, null, null, address);
  }

  /** Leaves the secrets out, so that no log or exception can show them. */
  @Override
  public String toString() {
    return "Credentials[of " + address + "]";
  }
}
