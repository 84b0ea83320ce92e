package dev.edgewise.core.replay;

import dev.edgewise.core.state.Resolution;
import java.time.Instant;

/**
 * What an edge says.
 *
 * @param attempt the parent's that resolved it
 * @param line the id of the ledger's line that did
 */
public record ReplayedFact(
    boolean satisfied, Resolution resolution, int attempt, long line, Instant at) {}
