package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a ready task in its queue.
 *
 * @param ahead how many tasks are taken before it
 * @param parked what it was set aside for; null when it may be taken
 * @param obstacles the rules that would refuse its claim now
 */
public record QueuePlace(long ahead, @Nullable String parked, List<RuleObstacle> obstacles) {}
