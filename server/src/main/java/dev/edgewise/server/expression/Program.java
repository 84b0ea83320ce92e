package dev.edgewise.server.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.types.CelKind;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled expression, shared by expressions that differ only in task names. */
final class Program {
  private static final Pattern LOCATION =
      Pattern.compile("evaluation error(?: at <input>:(\\d+))?: (.*)", Pattern.DOTALL);
  private static final Pattern CANDIDATES =
      Pattern.compile("\\.? Overload candidates: .*", Pattern.DOTALL);

  private final CelRuntime.Program program;
  private final Functions functions;
  private final PartRoles roles;
  private final References references;
  private final SourcePositions positions;
  private final CelKind kind;

  Program(
      CelRuntime.Program program,
      Functions functions,
      References references,
      CelAbstractSyntaxTree tree) {
    this.program = program;
    this.functions = functions;
    this.roles = PartRoles.of(tree.getExpr());
    this.references = references;
    this.positions = new SourcePositions(tree.getSource());
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

  Object evaluate(Map<String, Object> variables, Budget budget) {
    Metering metering = new Metering(budget, functions, roles);
    try {
      return program.trace(variables, metering, metering);
    } catch (OverBudget e) {
      throw e.exception();
    } catch (CelEvaluationException e) {
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof ExpressionException ours) {
          throw ours;
        }
      }
      throw new ExpressionException(complaint(e), e);
    } catch (StackOverflowError e) {
      throw new ExpressionException("the values are nested too deeply", e);
    } catch (RuntimeException e) {
      // Any failure concerns only this expression and must not roll back the transaction.
      throw new ExpressionException("it cannot be evaluated: " + e, e);
    }
  }

  private String complaint(CelEvaluationException e) {
    Matcher parts = LOCATION.matcher(String.valueOf(e.getMessage()));
    if (!parts.matches()) {
      return String.valueOf(e.getMessage());
    }
    String what = CANDIDATES.matcher(parts.group(2)).replaceFirst("");
    if (what.isBlank()) {
      // The JVM omits the message of an exception that was thrown very often.
      what =
          e.getErrorCode() == CelErrorCode.DIVIDE_BY_ZERO ? "/ by zero" : e.getErrorCode().name();
    }
    String offset = parts.group(1);
    return offset == null ? what : positions.at(Integer.parseInt(offset)) + ": " + what;
  }
}
