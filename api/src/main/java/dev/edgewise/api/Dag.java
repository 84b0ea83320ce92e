package dev.edgewise.api;

import java.util.List;

/**
 * A batch as a graph.
 *
 * @param spreads the progress of each spread
 */
public record Dag(List<BasicTask> tasks, List<DagLink> links, List<SpreadProgress> spreads) {}
