package dev.edgewise.server.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.edgewise.server.config.Limits;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The CEL dialect of Edgewise: standard functions and macros, some extensions, and limits. */
public final class Language {
  /** Parts of CEL's messages that do not help: the expected tokens and the empty container. */
  private static final Pattern NOISE = Pattern.compile(" expecting \\{.*}$| \\(in container ''\\)");

  /** Macros that duplicate the text before them. */
  private static final Pattern DOUBLING = Pattern.compile("optMap|optFlatMap");

  private static final CelOptions OPTIONS =
      CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

  private final Cache<Program> programs = new Cache<>(Limits.COMPILED_MAX_CHARS, Language::compile);
  private final Cache<Expression> expressions =
      new Cache<>(Limits.COMPILED_MAX_CHARS, this::translate);
  private final Cache<Template> templates =
      new Cache<>(Limits.COMPILED_MAX_CHARS, json -> Template.parse(json, this));

  /** Created with the first expression, so that a server without expressions starts faster. */
  private static final class Environment {
    static final Functions FUNCTIONS = new Functions(OPTIONS);
    static final CelCompiler COMPILER = compiler();
    static final CelRuntime RUNTIME =
        CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .setStandardEnvironmentEnabled(false)
            .addFunctionBindings(FUNCTIONS.unmetered())
            .build();
  }

  public Language() {}

  private static CelCompiler compiler() {
    return CelCompilerFactory.standardCelCompilerBuilder()
        .setOptions(OPTIONS)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addVar(Names.TASKS, MapType.create(SimpleType.STRING, SimpleType.DYN))
        .addVar(Names.INPUTS, SimpleType.DYN)
        .addVar(Names.METADATA, SimpleType.DYN)
        .addVar(Names.ITEM, SimpleType.DYN)
        .addVar(Names.INDEX, SimpleType.DYN)
        .addVar(Names.SECRETS, MapType.create(SimpleType.STRING, SimpleType.STRING))
        .addFunctionDeclarations(ListMethods.declarations())
        .addLibraries(
            CelExtensions.strings(),
            CelExtensions.math(),
            CelExtensions.lists(),
            CelExtensions.sets(OPTIONS),
            CelExtensions.encoders(OPTIONS),
            CelExtensions.bindings(),
            CelExtensions.comprehensions(),
            CelExtensions.optional())
        .build();
  }

  /**
   * Compiles an expression, or returns it from the cache.
   *
   * @throws ExpressionException with the position of the error
   */
  public Expression expression(String text) {
    return expressions.of(text);
  }

  /**
   * Compiles the expressions in the strings of a JSON value, or returns them from the cache.
   *
   * @throws ExpressionException with the path of the string and the position of the error
   */
  public Template template(String json) {
    return templates.of(json);
  }

  private Expression translate(String text) {
    NameTemplate template = NameTemplate.of(text);
    try {
      return new Expression(programs.of(template.text()), template.names());
    } catch (ExpressionException e) {
      // Compile again with the original names, for an error message with those names.
      return new Expression(programs.of(text), Map.of());
    }
  }

  private static Program compile(String text) {
    expandable(text);
    letOthersRun();
    CelCompiler compiler = Environment.COMPILER;
    try {
      CelAbstractSyntaxTree parsed = tree(compiler.parse(text));
      Qualifier qualifier = new Qualifier(parsed.getSource(), parsed.getExpr());
      var qualified = qualifier.qualify(parsed.getExpr(), Set.of());
      CelAbstractSyntaxTree checked =
          tree(compiler.check(CelAbstractSyntaxTree.newParsedAst(qualified, parsed.getSource())));
      return new Program(
          Environment.RUNTIME.createProgram(checked),
          Environment.FUNCTIONS,
          qualifier.references(),
          checked);
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

  /**
   * Yields the carrier thread: a request may compile thousands of expressions, and a virtual thread
   * otherwise keeps its carrier until it blocks.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void letOthersRun() {
    Thread.yield();
  }

  /** Rejects a text that macros would expand exponentially. */
  private static void expandable(String text) {
    long doublings = DOUBLING.matcher(text).results().count();
    if (doublings > 0
        && (long) text.length() << Math.min(doublings, 32) > Limits.EXPRESSION_MAX_EXPANDED_CHARS) {
      throw new ExpressionException("it has too many optMap and optFlatMap");
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
    return SourcePositions.text(issue.getSourceLocation()) + ": " + what;
  }
}
