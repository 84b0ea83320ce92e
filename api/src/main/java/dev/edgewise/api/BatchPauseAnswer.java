package dev.edgewise.api;

import java.util.UUID;

/**
 * The answer to the pause or resume of a batch; {@code applied} is false when it repeated an
 * earlier one.
 *
 * @param paused whether the batch is paused now
 */
public record BatchPauseAnswer(UUID batchId, boolean paused, boolean applied) {}
