package dev.edgewise.core.rule;

/** Whether a candidate may start. */
public sealed interface RuleDecision {

  /** The candidate may start. */
  record Admitted() implements RuleDecision {}

  /** A rule blocks the task; explain shows the reason. */
  record Blocked(String reason) implements RuleDecision {}
}
