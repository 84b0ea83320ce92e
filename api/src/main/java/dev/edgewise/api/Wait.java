package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * What a task waits for: one of its members besides the timeout is given. A null member is left
 * out.
 *
 * @param duration an ISO 8601 duration from the task's readiness, or a template of one
 * @param until an RFC 3339 time, or a template of one
 * @param timeout the ISO 8601 duration after which the task fails
 */
public record Wait(
    @JsonName("for") @Nullable String duration,
    @Nullable String until,
    @Nullable Signal signal,
    @Nullable Approval approval,
    @Nullable String timeout) {

  /**
   * A signal to the batch, or with a key also one to the workspace.
   *
   * @param name a text, or a template of one
   * @param key a text, or a template of one
   */
  public record Signal(String name, @Nullable String key) {}

  /**
   * A decision by a person.
   *
   * @param title a text, or a template of one
   * @param text what there is to approve; a text, or a template of one
   */
  public record Approval(@Nullable String title, @Nullable String text) {}
}
