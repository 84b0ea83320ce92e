package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Resolution;

/**
 * The model's record that an edge was resolved.
 *
 * @param satisfied whether the edge's condition was met
 * @param resolution how the parent ended
 * @param attempt the parent's attempt that ended so
 */
public record Fact(boolean satisfied, Resolution resolution, int attempt) {}
