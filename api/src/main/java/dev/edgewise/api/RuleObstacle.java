package dev.edgewise.api;

import java.util.List;

/**
 * A rule that holds a task back.
 *
 * @param holders some of the tasks that it counts
 */
public record RuleObstacle(RuleType type, String reason, List<HeldTask> holders) {}
