package dev.edgewise.api;

/** An action of a task with its trigger. */
public record TaskAction(ActionKind kind, Trigger trigger, Webhook params) {}
