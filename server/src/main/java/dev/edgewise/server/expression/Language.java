package dev.edgewise.server.expression;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** CEL as Edgewise speaks it: the standard functions and macros, a few extensions, and bounds. */
public final class Language {
  private static final int CACHED = 10_000;

  /** What the parser could have read instead, and that there are no containers. */
  private static final Pattern NOISE = Pattern.compile(" expecting \\{.*}$| \\(in container ''\\)");

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(Budget.MAX_ITERATIONS)
          .build();

  private final Cache<String, Program> programs = new Cache<>(CACHED, Language::compile);
  private final Cache<String, Expression> expressions = new Cache<>(CACHED, this::translate);
  private final Cache<String, Template> templates =
      new Cache<>(CACHED, json -> Template.parse(json, this));

  /** Set up when the first expression comes: a server without expressions starts faster. */
  private static final class Environment {
    static final Cel CEL = environment();
  }

  public Language() {}

  private static Cel environment() {
    var functions = new BoundedFunctions();
    return CelFactory.legacyCelBuilder()
        .setOptions(OPTIONS)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addVar(Names.TASKS, MapType.create(SimpleType.STRING, SimpleType.DYN))
        .addVar(Names.INPUTS, SimpleType.DYN)
        .addVar(Names.METADATA, SimpleType.DYN)
        .addVar(Names.ITEM, SimpleType.DYN)
        .addVar(Names.INDEX, SimpleType.DYN)
        .addCompilerLibraries(
            CelExtensions.strings(),
            CelExtensions.math(),
            CelExtensions.lists(),
            CelExtensions.sets(OPTIONS),
            CelExtensions.encoders(OPTIONS),
            CelExtensions.bindings(),
            CelExtensions.comprehensions(),
            CelExtensions.optional())
        .addRuntimeLibraries(
            functions.strings(),
            CelExtensions.math(),
            functions.lists(),
            CelExtensions.sets(OPTIONS),
            CelExtensions.encoders(OPTIONS),
            CelExtensions.comprehensions(),
            CelExtensions.optional())
        .addFunctionBindings(functions.bindings())
        .build();
  }

  /**
   * Compiles an expression, or finds it compiled.
   *
   * @throws ExpressionException with the place of the mistake
   */
  public Expression expression(String text) {
    return expressions.of(text);
  }

  /**
   * Compiles the expressions in the strings of a JSON value, or finds them compiled.
   *
   * @throws ExpressionException with the path of the string and the place of the mistake
   */
  public Template template(String json) {
    return templates.of(json);
  }

  private Expression translate(String text) {
    NameTemplate template = NameTemplate.of(text);
    try {
      return new Expression(programs.of(template.text()), template.names());
    } catch (ExpressionException e) {
      // Once more, for a complaint in the words of the author.
      return new Expression(programs.of(text), Map.of());
    }
  }

  private static Program compile(String text) {
    Cel cel = Environment.CEL;
    try {
      CelAbstractSyntaxTree parsed = tree(cel.parse(text));
      Qualifier qualifier = new Qualifier(parsed.getSource());
      var qualified = qualifier.qualify(parsed.getExpr(), Set.of());
      CelAbstractSyntaxTree checked =
          tree(cel.check(CelAbstractSyntaxTree.newParsedAst(qualified, parsed.getSource())));
      return new Program(cel.createProgram(checked), qualifier.references(), checked);
    } catch (CelEvaluationException e) {
      throw new ExpressionException(String.valueOf(e.getMessage()), e);
    } catch (ExpressionException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new ExpressionException("it is nested too deeply", e);
    } catch (RuntimeException e) {
      throw new ExpressionException("it cannot be compiled: " + e, e);
    }
  }

  private static CelAbstractSyntaxTree tree(CelValidationResult result) {
    try {
      return result.getAst();
    } catch (CelValidationException e) {
      String first = result.getErrors().stream().findFirst().map(Language::complaint).orElse("");
      throw new ExpressionException(first.isEmpty() ? String.valueOf(e.getMessage()) : first, e);
    }
  }

  private static String complaint(CelIssue issue) {
    String what = NOISE.matcher(issue.getMessage()).replaceAll("");
    return Positions.text(issue.getSourceLocation()) + ": " + what;
  }
}
