package dev.edgewise.server.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.CelFunctionResolver;
import dev.cel.runtime.CelResolvedOverload;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Watches one evaluation: each part of the expression and each call draws on the budget. */
final class Metering implements CelEvaluationListener, CelFunctionResolver {
  private static final int SHOWN_MAX_CHARS = 1_000;

  /** An exception is that much work: it is made and caught at every level of the expression. */
  private static final int STEPS_PER_FAILURE = 300;

  private final Budget budget;
  private final Functions functions;
  private final Roles roles;

  /** For each loop, whether a turn has begun and not ended. */
  private final boolean[] turns;

  Metering(Budget budget, Functions functions, Roles roles) {
    this.budget = budget;
    this.functions = functions;
    this.roles = roles;
    this.turns = new boolean[1 + roles.loops()];
  }

  @Override
  public void callback(CelExpr part, Object value) {
    budget.steps(1);
    if (turns.length > 1) {
      turn(part);
    }
    switch (value) {
      case Collection<?> list -> {
        if (part.getKind() == CelExpr.ExprKind.Kind.LIST) {
          budget.list(list.size());
        }
        refuseToShow(part, "a list");
      }
      case Map<?, ?> map -> {
        if (part.getKind() == CelExpr.ExprKind.Kind.MAP) {
          budget.map(map.size());
        }
        refuseToShow(part, "a map");
      }
      case String text when text.length() > SHOWN_MAX_CHARS -> refuseToShow(part, "a long text");
      case Exception _ -> budget.steps(STEPS_PER_FAILURE);
      case null, default -> {}
    }
  }

  /** A turn that fails has no end: the loop goes on with the failure as its value. */
  private void turn(CelExpr part) {
    int begun = roles.loopBegunBy(part);
    if (turns[begun]) {
      budget.steps(STEPS_PER_FAILURE);
    }
    turns[begun] = begun > 0;
    turns[roles.loopEndedBy(part)] = false;
  }

  /** CEL would show the whole value in its complaint, however large it is. */
  private void refuseToShow(CelExpr part, String kind) {
    String wanted = roles.wanted(part);
    if (wanted != null) {
      throw new ExpressionException("expected " + wanted + ", found " + kind);
    }
  }

  @Override
  public Optional<CelResolvedOverload> findOverloadMatchingArgs(
      String function, Collection<String> overloadIds, Object[] arguments) {
    return functions.prepare(budget, overloadIds, arguments);
  }

  @Override
  public Optional<CelResolvedOverload> findOverloadMatchingArgs(
      String function, Object[] arguments) {
    return Optional.empty();
  }
}
