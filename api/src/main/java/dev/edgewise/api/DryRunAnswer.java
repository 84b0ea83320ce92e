package dev.edgewise.api;

import java.util.List;

/**
 * What a submission would create.
 *
 * @param edges the number of dependencies, with those that references add
 * @param levels the number of tasks on the longest path
 * @param addedEdges the dependencies that references add
 * @param criticalPath the local ids of the tasks on a longest path
 * @param warnings what is accepted but may not be meant
 */
public record DryRunAnswer(
    int tasks,
    int edges,
    int levels,
    List<AddedEdge> addedEdges,
    List<String> criticalPath,
    List<String> warnings) {}
