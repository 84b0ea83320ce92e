package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Transition;

/** One task's move from one state to another in the model. */
public record Change(String task, Transition transition) {}
