package dev.edgewise.core.replay;

import dev.edgewise.core.state.Resolution;
import java.time.Instant;

/**
 * The fact of an edge, rebuilt from the ledger.
 *
 * @param attempt the attempt of the parent that resolved the edge
 * @param line the ID of the ledger entry that resolved the edge
 */
public record ReplayedFact(
    boolean satisfied, Resolution resolution, int attempt, long line, Instant at) {}
