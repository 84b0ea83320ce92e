package dev.edgewise.server.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.CelFunctionResolver;
import dev.cel.runtime.CelResolvedOverload;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Observes one evaluation and counts each part of the expression and each call in the budget. */
final class Metering implements CelEvaluationListener, CelFunctionResolver {
  private static final int SHOWN_MAX_CHARS = 1_000;

  /** The steps of an exception, which is created and caught at every level of the expression. */
  private static final int STEPS_PER_FAILURE = 300;

  private final Budget budget;
  private final Functions functions;
  private final PartRoles roles;

  /** For each loop, whether an iteration has begun and not ended. */
  private final boolean[] iterations;

  Metering(Budget budget, Functions functions, PartRoles roles) {
    this.budget = budget;
    this.functions = functions;
    this.roles = roles;
    this.iterations = new boolean[1 + roles.loops()];
  }

  @Override
  public void callback(CelExpr part, Object value) {
    budget.steps(1);
    if (iterations.length > 1) {
      countIteration(part);
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

  /**
   * Notes iterations. One that fails never ends: the loop goes on with the failure as its value, so
   * the next iteration counts the exception.
   */
  private void countIteration(CelExpr part) {
    int begun = roles.loopBegunBy(part);
    if (iterations[begun]) {
      budget.steps(STEPS_PER_FAILURE);
    }
    iterations[begun] = begun > 0;
    iterations[roles.loopEndedBy(part)] = false;
  }

  /** Fails before CEL does: its error message would contain the whole value. */
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
