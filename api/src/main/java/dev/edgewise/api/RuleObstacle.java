package dev.edgewise.api;

import java.util.List;

/**
 * A rule that prevents the claim of a task.
 *
 * @param holders some of the tasks that the rule counts
 */
public record RuleObstacle(RuleType type, String reason, List<HeldTask> holders) {}
