package dev.edgewise.server.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled expression. */
public final class Expression {
  private static final Pattern LOCATION =
      Pattern.compile("evaluation error(?: at <input>:(\\d+))?: (.*)", Pattern.DOTALL);
  private static final Pattern CANDIDATES =
      Pattern.compile("\\.? Overload candidates: .*", Pattern.DOTALL);

  private final CelRuntime.Program program;
  private final References references;
  private final Positions positions;

  Expression(CelRuntime.Program program, References references, CelAbstractSyntaxTree tree) {
    this.program = program;
    this.references = references;
    this.positions = new Positions(tree.getSource());
  }

  public References references() {
    return references;
  }

  /**
   * Evaluates to a CEL value.
   *
   * @throws ExpressionException when it has no value, or takes too much work
   */
  public Object evaluate(Scope scope) {
    try {
      return program.trace(scope.variables(), new Budget());
    } catch (CelEvaluationException e) {
      if (e.getCause() instanceof ExpressionException bound) {
        throw bound;
      }
      throw new ExpressionException(complaint(e), e);
    } catch (StackOverflowError e) {
      throw new ExpressionException("the values are nested too deeply", e);
    }
  }

  private String complaint(CelEvaluationException e) {
    Matcher parts = LOCATION.matcher(String.valueOf(e.getMessage()));
    if (!parts.matches()) {
      return String.valueOf(e.getMessage());
    }
    String what = CANDIDATES.matcher(parts.group(2)).replaceFirst("");
    String offset = parts.group(1);
    return offset == null ? what : positions.at(Integer.parseInt(offset)) + ": " + what;
  }
}
