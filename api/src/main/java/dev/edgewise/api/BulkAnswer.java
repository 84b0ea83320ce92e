package dev.edgewise.api;

import java.util.List;
import java.util.UUID;

/**
 * What became of an action on many tasks.
 *
 * @param matched how many tasks the filter matched
 * @param applied how many were changed; 0 in a dry run
 * @param refused why others were not, or would not be
 * @param sample the first of the matched tasks
 */
public record BulkAnswer(
    long matched, long applied, List<BulkRefusal> refused, List<UUID> sample) {}
