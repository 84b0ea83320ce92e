package dev.edgewise.api;

import java.util.List;

/** A batch as a graph. */
public record Dag(List<BasicTask> tasks, List<DagLink> links) {}
