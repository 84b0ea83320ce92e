package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A decision about an approval.
 *
 * @param by who decides; the sender of the request when null
 * @param comment shown with the decision
 */
public record ApprovalDecision(Decision decision, @Nullable String by, @Nullable String comment) {}
