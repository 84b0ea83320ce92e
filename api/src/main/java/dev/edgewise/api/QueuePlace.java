package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a ready task in its queue.
 *
 * @param ahead the number of tasks that are claimed before it
 * @param parked the rule or spread that keeps it out of the queue; null when it may be claimed
 * @param obstacles the rules that prevent a claim now
 */
public record QueuePlace(long ahead, @Nullable String parked, List<RuleObstacle> obstacles) {}
