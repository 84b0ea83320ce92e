package dev.edgewise.api;

/** The answer to logged lines. */
public record LogAnswer(CompletionResult result) {}
