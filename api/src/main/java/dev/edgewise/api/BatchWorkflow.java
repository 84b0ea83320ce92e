package dev.edgewise.api;

/** The version of a workflow that a batch is a run of. */
public record BatchWorkflow(String name, int version) {}
