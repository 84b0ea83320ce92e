package dev.edgewise.core.rule;

/** The tasks that share a token bucket: those of a set that have the same Rate rule. */
public record RateKey(MatchKey set, Rule.Rate rate) {}
