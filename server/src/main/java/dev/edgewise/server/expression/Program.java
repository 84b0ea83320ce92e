package dev.edgewise.server.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelKind;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled text. Expressions that differ only in the names of tasks share it. */
final class Program {
  private static final Pattern LOCATION =
      Pattern.compile("evaluation error(?: at <input>:(\\d+))?: (.*)", Pattern.DOTALL);
  private static final Pattern CANDIDATES =
      Pattern.compile("\\.? Overload candidates: .*", Pattern.DOTALL);

  private final CelRuntime.Program program;
  private final References references;
  private final Positions positions;
  private final CelKind kind;

  Program(CelRuntime.Program program, References references, CelAbstractSyntaxTree tree) {
    this.program = program;
    this.references = references;
    this.positions = new Positions(tree.getSource());
    this.kind = tree.getResultType().kind();
  }

  References references() {
    return references;
  }

  boolean canBeBoolean() {
    return kind == CelKind.BOOL || kind == CelKind.DYN;
  }

  boolean canBeList() {
    return kind == CelKind.LIST || kind == CelKind.DYN;
  }

  Object evaluate(Map<String, Object> variables) {
    try {
      return program.trace(variables, new Budget());
    } catch (CelEvaluationException e) {
      if (e.getCause() instanceof ExpressionException bound) {
        throw bound;
      }
      throw new ExpressionException(complaint(e), e);
    } catch (ExpressionException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new ExpressionException("the values are nested too deeply", e);
    } catch (RuntimeException e) {
      // Whatever happens in there is about the expression: it must not stop the transaction.
      throw new ExpressionException("it cannot be evaluated: " + e, e);
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
