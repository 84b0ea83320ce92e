package dev.edgewise.api;

import java.util.List;

/**
 * What became of the reported ends, and what is to be done next.
 *
 * @param completions in the order of the request
 */
public record NextAnswer(List<CompletionAnswer> completions, List<ClaimedTask> tasks) {}
