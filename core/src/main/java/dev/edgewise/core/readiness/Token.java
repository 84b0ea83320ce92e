package dev.edgewise.core.readiness;

/** Which claim of which attempt a caller speaks for. */
public record Token(int attempt, int claim) {}
