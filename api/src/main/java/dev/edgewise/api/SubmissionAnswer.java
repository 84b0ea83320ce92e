package dev.edgewise.api;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a submission.
 *
 * @param batchId null when nothing was created
 * @param taskIds the ID of each created task by its local ID
 * @param deduplicated the ID of the existing task by the local ID of each task that was not created
 */
public record SubmissionAnswer(
    @Nullable UUID batchId, Map<String, UUID> taskIds, Map<String, UUID> deduplicated) {}
