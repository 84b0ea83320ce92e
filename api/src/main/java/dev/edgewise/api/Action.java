package dev.edgewise.api;

/** Something to call when a task starts or ends. */
public record Action(ActionKind kind, Webhook params) {}
