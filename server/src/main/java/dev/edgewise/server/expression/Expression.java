package dev.edgewise.server.expression;

import java.util.HashMap;
import java.util.Map;

/** A compiled expression. */
public final class Expression {
  private final Program program;
  private final Map<String, String> names;
  private final References references;

  /**
   * @param names the task names for the placeholders of the program; others stay as they are
   */
  Expression(Program program, Map<String, String> names) {
    this.program = program;
    this.names = names;
    Map<String, String> tasks = new HashMap<>();
    References given = program.references();
    given.tasks().forEach((name, place) -> tasks.put(names.getOrDefault(name, name), place));
    this.references = new References(tasks, given.variables(), given.inputs(), given.secrets());
  }

  public References references() {
    return references;
  }

  /** Whether its type can be bool, as far as that is known without values. */
  public boolean canBeBoolean() {
    return program.canBeBoolean();
  }

  /** Whether its type can be a list, as far as that is known without values. */
  public boolean canBeList() {
    return program.canBeList();
  }

  /**
   * Evaluates to a CEL value.
   *
   * @throws ExpressionException when the evaluation fails or exceeds its budget
   */
  Object evaluate(Scope scope, Budget budget) {
    Map<String, Object> results = new HashMap<>();
    for (String name : program.references().tasks().keySet()) {
      results.put(name, scope.result(names.getOrDefault(name, name)));
    }
    return program.evaluate(scope.variables(results), budget);
  }
}
