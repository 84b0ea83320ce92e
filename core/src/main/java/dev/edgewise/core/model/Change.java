package dev.edgewise.core.model;

import dev.edgewise.core.state.Transition;

/** One task's move from one state to another. */
public record Change(String task, Transition transition) {}
