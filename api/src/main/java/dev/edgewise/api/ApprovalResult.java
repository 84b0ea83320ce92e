package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a task whose approval was given.
 *
 * @param by who approved; null when the link was used without a name
 * @param comment null when none was given
 */
public record ApprovalResult(
    boolean approved, @Nullable String by, @Nullable String comment, Instant at) {}
