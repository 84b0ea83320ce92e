package dev.edgewise.api;

import java.util.List;

/** The request to replace the rules of the non-terminal tasks of a kind. */
public record RulesPatch(String kind, List<Rule> rules) {}
