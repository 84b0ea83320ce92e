package dev.edgewise.server.expression;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The references of the expressions of a submitted task, and the errors in them. */
public final class TaskReferences {
  private final Language language;
  private final boolean spread;
  private final Map<String, String> tasks = new LinkedHashMap<>();
  private final Map<String, String> afterwards = new LinkedHashMap<>();
  private final Map<String, String> inputs = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** When an expression is evaluated, which decides the values it may use. */
  private enum Moment {
    /** Once for the task. */
    ONCE,
    /** Once for each item, if the task is a spread. */
    EACH,
    /** After the task has succeeded. */
    AFTERWARDS
  }

  private TaskReferences(Language language, boolean spread) {
    this.language = language;
    this.spread = spread;
  }

  /** Compiles all expressions of a task. */
  public static TaskReferences of(DataFlow flow, Actions actions, Language language) {
    TaskReferences found = new TaskReferences(language, flow.spread() != null);
    found.expression("let", flow.let(), Moment.EACH);
    found.guard(flow.when());
    found.expression("output", flow.output(), Moment.ONCE);
    found.expression("return", flow.returns(), Moment.ONCE);
    found.list(flow.spread() == null ? null : flow.spread().list());
    found.values("input", flow.input());
    found.values("wait", flow.waitFor());
    found.values("call", flow.call());
    found.start(actions.start(), Beginnings.asksForApproval(flow.waitFor()));
    found.template("on_success", actions.success(), Moment.AFTERWARDS);
    found.template("on_failure", actions.failure(), Moment.ONCE);
    found.template("on_cancel", actions.cancel(), Moment.EACH);
    return found;
  }

  /**
   * Returns the local IDs of results that are read before the task has ended, and where each is
   * first named.
   */
  public Map<String, String> tasks() {
    return tasks;
  }

  /**
   * Returns the local IDs of results that are read after the task has succeeded, which may include
   * its own.
   */
  public Map<String, String> afterwards() {
    return afterwards;
  }

  /** Returns the names of the batch's inputs that are read, and where each is first named. */
  public Map<String, String> inputs() {
    return inputs;
  }

  /** Returns each error with its position, such as {@code let: column 7: ...}. */
  public List<String> problems() {
    return problems;
  }

  private void guard(@Nullable String when) {
    Expression guard = expression("when", when, Moment.EACH);
    if (guard != null && !guard.canBeBoolean()) {
      problems.add("when: must be true or false");
    }
  }

  private void list(@Nullable String text) {
    Expression list = expression("spread", text, Moment.ONCE);
    if (list != null && !list.canBeList()) {
      problems.add("spread: must be a list");
    }
  }

  /** Refuses secrets outside of actions. */
  private void noSecrets(String part, String joint, References references) {
    references
        .secrets()
        .forEach((_, place) ->
            problems.add(
                part + joint + place + ": secrets can only be used in the actions of a task"));
  }

  private @Nullable Expression expression(String part, @Nullable String text, Moment moment) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      Expression expression = language.expression(text);
      noSecrets(part, ": ", expression.references());
      add(part, ": ", expression.references(), moment);
      return expression;
    } catch (ExpressionException e) {
      problems.add(part + ": " + e.getMessage());
      return null;
    }
  }

  private void values(String part, @Nullable String json) {
    References references = template(part, json, Moment.EACH);
    noSecrets(part, "", references);
  }

  /** The link to an approval hides a task of the same name. */
  private void start(@Nullable String action, boolean asksForApproval) {
    String place = tasks.get(Names.APPROVAL);
    template("on_start", action, Moment.EACH);
    if (asksForApproval && place == null) {
      tasks.remove(Names.APPROVAL);
    }
  }

  private References template(String part, @Nullable String json, Moment moment) {
    if (json == null || !Template.possible(json)) {
      return References.NONE;
    }
    try {
      References references = language.template(json).references();
      add(part, "", references, moment);
      return references;
    } catch (ExpressionException e) {
      problems.add(part + e.getMessage());
      return References.NONE;
    }
  }

  private void add(String part, String joint, References references, Moment moment) {
    var target = moment == Moment.AFTERWARDS ? afterwards : tasks;
    references.tasks().forEach((task, place) -> target.putIfAbsent(task, part + joint + place));
    references.inputs().forEach((input, place) -> inputs.putIfAbsent(input, part + joint + place));
    if (references.needsItem() && (!spread || moment != Moment.EACH)) {
      problems.add(part + ": item and index exist only in the items of a spread");
    }
  }
}
