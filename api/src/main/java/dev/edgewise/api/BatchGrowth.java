package dev.edgewise.api;

import java.util.List;

/**
 * Tasks that are added to a batch.
 *
 * @param tasks with local IDs that the batch does not have yet; their dependencies may name tasks
 *     that it has
 */
public record BatchGrowth(List<TaskSubmission> tasks) {}
