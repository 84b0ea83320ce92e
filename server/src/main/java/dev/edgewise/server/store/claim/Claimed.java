package dev.edgewise.server.store.claim;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.graph.TaskBrief;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claimed task, with what its executor needs. JSON values are texts, null when there is none.
 *
 * @param onStart the action to call; null for a worker's task
 */
public record Claimed(
    TaskKey task,
    Token token,
    String kind,
    String name,
    String lane,
    @Nullable String metadata,
    @Nullable String input,
    @Nullable String onStart,
    int timeoutSecs,
    Instant leaseUntil) {

  /** The claim of a task that a brief describes. */
  public static Claimed of(TaskBrief brief, Token token, Instant leaseUntil) {
    return new Claimed(
        brief.task(),
        token,
        brief.kind(),
        brief.name(),
        brief.lane(),
        brief.metadata(),
        brief.input(),
        brief.onStart(),
        brief.timeoutSecs(),
        leaseUntil);
  }
}
