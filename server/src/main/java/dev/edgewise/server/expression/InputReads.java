package dev.edgewise.server.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parts of an expression that read one input by its name, such as {@code inputs.who}. */
final class InputReads {
  /** Selection by index, by optional index and by optional field. */
  private static final Set<String> SELECTIONS = Set.of("_[_]", "_[?_]", "_?._");

  private InputReads() {}

  /** Returns the name of the input that a part reads; empty if it reads none, or computes it. */
  static Optional<String> name(CelExpr expr) {
    if (expr.getKind() == Kind.SELECT && all(expr.select().operand())) {
      return Optional.of(expr.select().field());
    }
    if (expr.getKind() != Kind.CALL || !SELECTIONS.contains(expr.call().function())) {
      return Optional.empty();
    }
    List<CelExpr> arguments = expr.call().args();
    CelExpr key = arguments.get(1);
    boolean spelled =
        all(arguments.getFirst())
            && key.getKind() == Kind.CONSTANT
            && key.constant().getKind() == CelConstant.Kind.STRING_VALUE;
    return spelled ? Optional.of(key.constant().stringValue()) : Optional.empty();
  }

  /** Whether an expression is the variable {@code inputs}. */
  private static boolean all(CelExpr expr) {
    return expr.getKind() == Kind.IDENT && expr.ident().name().equals(Names.INPUTS);
  }
}
