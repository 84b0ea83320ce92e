package dev.edgewise.core.rule;

/** Whether a candidate may start. */
public sealed interface RuleDecision {

  /** Nothing stands in the way. */
  record Admitted() implements RuleDecision {}

  /** A rule holds the task back, for the reason that explain shows. */
  record Blocked(String reason) implements RuleDecision {}
}
