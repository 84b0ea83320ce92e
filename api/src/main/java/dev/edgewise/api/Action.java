package dev.edgewise.api;

/** A call that is made when a task starts or ends. */
public record Action(ActionKind kind, Webhook params) {}
