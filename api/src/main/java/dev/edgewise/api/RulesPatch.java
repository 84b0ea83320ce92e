package dev.edgewise.api;

import java.util.List;

/** New rules for the non-terminal tasks of a kind. */
public record RulesPatch(String kind, List<Rule> rules) {}
