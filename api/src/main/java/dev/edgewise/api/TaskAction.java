package dev.edgewise.api;

/** An action of a task together with what triggers it. */
public record TaskAction(ActionKind kind, Trigger trigger, Webhook params) {}
