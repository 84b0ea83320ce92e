package dev.edgewise.server.expression;

import java.util.Set;

/** The words of the language that are not task names. */
final class Names {
  static final String TASKS = "tasks";
  static final String INPUTS = "inputs";
  static final String METADATA = "metadata";
  static final String ITEM = "item";
  static final String INDEX = "index";
  static final String SECRETS = "secrets";

  /** The link to decide about an approval, in the on_start action of the task that waits for it. */
  static final String APPROVAL = "approval";

  /** The variables besides tasks. */
  static final Set<String> VARIABLES = Set.of(TASKS, INPUTS, METADATA, ITEM, INDEX, SECRETS);

  private static final Set<String> TYPES =
      Set.of(
          "bool",
          "bytes",
          "double",
          "dyn",
          "google",
          "int",
          "list",
          "map",
          "null_type",
          "optional_type",
          "string",
          "type",
          "uint");

  private static final Set<String> NAMESPACES =
      Set.of("base64", "cel", "lists", "math", "optional", "regex", "sets", "strings");

  private static final Set<String> KEYWORDS =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "let",
          "loop",
          "namespace",
          "null",
          "package",
          "return",
          "true",
          "var",
          "void",
          "while");

  private Names() {}

  /** Whether a word cannot be a name. */
  static boolean keyword(String word) {
    return KEYWORDS.contains(word);
  }

  /** Whether a bare word has a meaning in the language that may take precedence over a task. */
  static boolean reserved(String name) {
    return VARIABLES.contains(name)
        || TYPES.contains(name)
        || NAMESPACES.contains(name)
        || internal(name);
  }

  /** Whether a word names a type, as in {@code type(x) == list}. */
  static boolean type(String name) {
    return TYPES.contains(name);
  }

  /** Whether a word is a namespace of functions, as in {@code math.greatest(1, 2)}. */
  static boolean namespace(String name) {
    return NAMESPACES.contains(name);
  }

  /** Whether the compiler generated the name. */
  static boolean internal(String name) {
    return name.startsWith("@") || name.startsWith("__");
  }
}
