package dev.edgewise.api;

import java.util.List;

/**
 * A batch as a graph.
 *
 * @param spreads how far the items of each spread are
 */
public record Dag(List<BasicTask> tasks, List<DagLink> links, List<SpreadProgress> spreads) {}
