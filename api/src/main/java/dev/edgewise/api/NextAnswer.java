package dev.edgewise.api;

import java.util.List;

/**
 * The results of the reported completions, and the next tasks of the worker.
 *
 * @param completions in the order of the request
 */
public record NextAnswer(List<CompletionAnswer> completions, List<ClaimedTask> tasks) {}
