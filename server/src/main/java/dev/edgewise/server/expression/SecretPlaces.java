package dev.edgewise.server.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The places of an expression where a secret can stand: it is the whole expression, a part of a sum
 * of texts, or a branch of a choice. There its placeholder reaches the result unchanged. A function
 * would see the placeholder, not the value.
 */
final class SecretPlaces {
  private static final String PLUS = "_+_";
  private static final String CHOICE = "_?_:_";
  private static final String INDEX = "_[_]";

  private final Set<Long> allowed = new HashSet<>();

  SecretPlaces(CelExpr whole) {
    collect(whole);
  }

  private void collect(CelExpr expr) {
    if (name(expr).isPresent()) {
      allowed.add(expr.id());
    } else if (expr.getKind() == Kind.CALL && expr.call().function().equals(PLUS)) {
      expr.call().args().forEach(this::collect);
    } else if (expr.getKind() == Kind.CALL && expr.call().function().equals(CHOICE)) {
      List<CelExpr> branches = expr.call().args();
      collect(branches.get(1));
      collect(branches.get(2));
    }
  }

  boolean allow(CelExpr secret) {
    return allowed.contains(secret.id());
  }

  /** Returns the name in {@code secrets.name} or {@code secrets["name"]}; empty otherwise. */
  static Optional<String> name(CelExpr expr) {
    if (expr.getKind() == Kind.SELECT && all(expr.select().operand())) {
      return expr.select().testOnly() ? Optional.empty() : Optional.of(expr.select().field());
    }
    if (expr.getKind() != Kind.CALL || !expr.call().function().equals(INDEX)) {
      return Optional.empty();
    }
    CelExpr key = expr.call().args().get(1);
    boolean spelled =
        all(expr.call().args().getFirst())
            && key.getKind() == Kind.CONSTANT
            && key.constant().getKind() == CelConstant.Kind.STRING_VALUE;
    return spelled ? Optional.of(key.constant().stringValue()) : Optional.empty();
  }

  /** Whether an expression is the variable {@code secrets}. */
  private static boolean all(CelExpr expr) {
    return expr.getKind() == Kind.IDENT && expr.ident().name().equals(Names.SECRETS);
  }
}
