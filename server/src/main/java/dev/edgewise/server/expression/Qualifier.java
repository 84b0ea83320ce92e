package dev.edgewise.server.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelSource;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rewrites a parsed expression so that each bare name of a task becomes a member of {@code tasks}.
 * One set of declarations then serves the expressions of every batch, and what an expression refers
 * to is known before any of it is evaluated.
 *
 * <p>It also keeps types small. The checker writes out the type of a name wherever the name stands,
 * so that {@code {b: b}}, with {@code b} for {@code {a: a}}, doubles the type with every name. A
 * name whose type could contain that of another name therefore has the type {@code dyn}.
 */
final class Qualifier {
  private static final String INDEX_OPERATOR = "_[_]";
  private static final String TO_DYN = "dyn";
  private static final String NO_OPTIONAL = "none";

  /** What the macros of the language name the value that a loop makes, and what needs no name. */
  private static final String LOOP_RESULT = "@result";

  private static final String UNUSED = "#unused";

  /** Only next to it a name such as {@code list} can mean a type; otherwise it means a task. */
  private static final Pattern TYPE_CALL = Pattern.compile("\\btype\\s*\\(");

  private final SourcePositions positions;
  private final boolean comparesTypes;
  private final Map<String, String> tasks = new LinkedHashMap<>();
  private final Set<String> variables = new HashSet<>();
  private final Map<String, String> inputs = new LinkedHashMap<>();
  private final Map<String, String> secrets = new LinkedHashMap<>();
  private final SecretPlaces secretPlaces;

  /**
   * @param whole the expression that is qualified
   */
  Qualifier(CelSource source, CelExpr whole) {
    this.positions = new SourcePositions(source);
    this.secretPlaces = new SecretPlaces(whole);
    this.comparesTypes = TYPE_CALL.matcher(source.getContent().toString()).find();
  }

  References references() {
    return new References(tasks, variables, inputs, secrets);
  }

  /**
   * @param bound the variables of enclosing comprehensions
   */
  CelExpr qualify(CelExpr expr, Set<String> bound) {
    if (!bound.contains(Names.INPUTS)) {
      InputReads.name(expr)
          .ifPresent(name -> inputs.putIfAbsent(name, positions.ofNode(expr.id())));
    }
    return switch (expr.getKind()) {
      case IDENT -> ident(expr, bound);
      case SELECT -> select(expr, bound);
      case CALL -> call(expr, bound);
      case LIST ->
          CelExpr.ofList(
              expr.id(),
              ImmutableList.copyOf(all(expr.list().elements(), bound)),
              expr.list().optionalIndices());
      case MAP -> map(expr, bound);
      case STRUCT ->
          throw new ExpressionException(positions.ofNode(expr.id()) + ": messages cannot be built");
      case COMPREHENSION -> comprehension(expr, bound);
      case CONSTANT, NOT_SET -> expr;
    };
  }

  private List<CelExpr> all(List<CelExpr> exprs, Set<String> bound) {
    return exprs.stream().map(each -> qualify(each, bound)).toList();
  }

  private CelExpr ident(CelExpr expr, Set<String> bound) {
    String name = expr.ident().name();
    if (bound.contains(name)) {
      return expr;
    }
    if (name.equals(Names.TASKS)) {
      throw new ExpressionException(
          positions.ofNode(expr.id())
              + ": tasks must be followed by a task ID, as in tasks[\"build-1\"]");
    }
    if (name.equals(Names.SECRETS)) {
      throw new ExpressionException(
          positions.ofNode(expr.id())
              + ": secrets must be followed by a name, as in secrets.api_key");
    }
    if (Names.VARIABLES.contains(name)) {
      variables.add(name);
      return expr;
    }
    boolean type = Names.type(name) && comparesTypes;
    return type || Names.internal(name) ? expr : result(expr, name);
  }

  private CelExpr result(CelExpr expr, String localId) {
    tasks.putIfAbsent(localId, positions.ofNode(expr.id()));
    // Negative, because the parser's IDs are positive.
    CelExpr all = CelExpr.ofIdent(-expr.id(), Names.TASKS);
    return CelExpr.ofSelect(expr.id(), all, localId, false);
  }

  /** Notes a secret, and returns the expression unchanged. */
  private CelExpr secret(CelExpr expr, String name) {
    String place = positions.ofNode(expr.id());
    if (!secretPlaces.allow(expr)) {
      throw new ExpressionException(
          place
              + ": a secret can only be joined to texts with +, or chosen with ?:. Its value is not"
              + " known before the call.");
    }
    if (!SecretPlaceholders.isName(name)) {
      throw new ExpressionException(place + ": '" + name + "' cannot be the name of a secret");
    }
    secrets.putIfAbsent(name, place);
    return expr;
  }

  private CelExpr select(CelExpr expr, Set<String> bound) {
    Optional<String> secret =
        bound.contains(Names.SECRETS) ? Optional.empty() : SecretPlaces.name(expr);
    if (secret.isPresent()) {
      return secret(expr, secret.get());
    }
    CelSelect select = expr.select();
    if (allTasks(select.operand(), bound) && !select.testOnly()) {
      return result(expr, select.field());
    }
    CelExpr operand = qualify(select.operand(), bound);
    return CelExpr.ofSelect(expr.id(), operand, select.field(), select.testOnly());
  }

  private CelExpr call(CelExpr expr, Set<String> bound) {
    Optional<String> secret =
        bound.contains(Names.SECRETS) ? Optional.empty() : SecretPlaces.name(expr);
    if (secret.isPresent()) {
      return secret(expr, secret.get());
    }
    CelCall call = expr.call();
    if (call.function().equals(INDEX_OPERATOR) && allTasks(call.args().getFirst(), bound)) {
      CelExpr key = call.args().get(1);
      if (key.getKind() == Kind.CONSTANT
          && key.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
        return result(expr, key.constant().stringValue());
      }
    }
    return CelExpr.ofCall(
        expr.id(),
        call.target().map(target -> namespace(target, bound) ? target : qualify(target, bound)),
        call.function(),
        ImmutableList.copyOf(all(call.args(), bound)));
  }

  private static boolean namespace(CelExpr expr, Set<String> bound) {
    return expr.getKind() == Kind.IDENT
        && Names.namespace(expr.ident().name())
        && !bound.contains(expr.ident().name());
  }

  private static boolean allTasks(CelExpr expr, Set<String> bound) {
    return expr.getKind() == Kind.IDENT
        && expr.ident().name().equals(Names.TASKS)
        && !bound.contains(Names.TASKS);
  }

  private CelExpr map(CelExpr expr, Set<String> bound) {
    return CelExpr.ofMap(
        expr.id(),
        expr.map().entries().stream()
            .map(entry ->
                CelExpr.ofMapEntry(
                    entry.id(),
                    qualify(entry.key(), bound),
                    qualify(entry.value(), bound),
                    entry.optionalEntry()))
            .collect(ImmutableList.toImmutableList()));
  }

  private CelExpr comprehension(CelExpr expr, Set<String> bound) {
    CelComprehension fold = expr.comprehension();
    Set<String> inResult = new HashSet<>(bound);
    inResult.add(fold.accuVar());
    Set<String> inLoop = new HashSet<>(inResult);
    inLoop.add(fold.iterVar());
    inLoop.add(fold.iterVar2());
    return CelExpr.ofComprehension(
        expr.id(),
        fold.iterVar(),
        fold.iterVar2(),
        fold.iterVar().equals(UNUSED)
            ? qualify(fold.iterRange(), bound)
            : named(fold.iterRange(), bound),
        fold.accuVar(),
        fold.accuVar().equals(LOOP_RESULT)
            ? qualify(fold.accuInit(), bound)
            : named(fold.accuInit(), bound),
        qualify(fold.loopCondition(), inLoop),
        qualify(fold.loopStep(), inLoop),
        qualify(fold.result(), inResult));
  }

  /** A value that an expression has a name for, or for its elements. */
  private CelExpr named(CelExpr value, Set<String> bound) {
    CelExpr qualified = qualify(value, bound);
    boolean small =
        CelNavigableExpr.fromExpr(value)
            .allNodes()
            .noneMatch(part -> takesOtherTypes(part.expr(), bound));
    return small
        ? qualified
        : CelExpr.ofCall(-value.id(), Optional.empty(), TO_DYN, ImmutableList.of(qualified));
  }

  /** Whether a part has the type of a name, or one that is left open until a name fills it. */
  private static boolean takesOtherTypes(CelExpr part, Set<String> bound) {
    return switch (part.getKind()) {
      case IDENT -> bound.contains(part.ident().name());
      case LIST -> part.list().elements().isEmpty();
      case MAP -> part.map().entries().isEmpty();
      case CALL -> part.call().function().endsWith(NO_OPTIONAL);
      default -> false;
    };
  }
}
