package dev.edgewise.server.store.claim;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;

/**
 * A task that becomes ready with a transaction.
 *
 * @param token the one that its next executor will report with
 */
public record ReadyTask(TaskKey task, String lane, Token token) {}
