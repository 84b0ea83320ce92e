package dev.edgewise.server.expression;

import java.util.HashMap;
import java.util.Map;

/** A compiled expression. */
public final class Expression {
  private final Program program;
  private final Map<String, String> names;
  private final References references;

  /**
   * @param names what the names of the program stand for; a missing one stands for itself
   */
  Expression(Program program, Map<String, String> names) {
    this.program = program;
    this.names = names;
    Map<String, String> tasks = new HashMap<>();
    References given = program.references();
    given.tasks().forEach((name, place) -> tasks.put(names.getOrDefault(name, name), place));
    this.references = new References(tasks, given.variables());
  }

  public References references() {
    return references;
  }

  /** Whether it can be true or false, as far as that can be told without values. */
  public boolean canBeBoolean() {
    return program.canBeBoolean();
  }

  /** Whether it can be a list, as far as that can be told without values. */
  public boolean canBeList() {
    return program.canBeList();
  }

  /**
   * Evaluates to a CEL value.
   *
   * @throws ExpressionException when it has no value, or takes too much work
   */
  Object evaluate(Scope scope, Budget budget) {
    Map<String, Object> results = new HashMap<>();
    for (String name : program.references().tasks().keySet()) {
      results.put(name, scope.result(names.getOrDefault(name, name)));
    }
    return program.evaluate(scope.variables(results), budget);
  }
}
