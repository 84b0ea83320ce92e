package dev.edgewise.server.expression;

import dev.edgewise.server.config.Limits;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Stand for the values of secrets while an action is rendered: no expression ever sees a value. The
 * caller of the webhook puts the values into the rendered action, in memory.
 *
 * <p>A placeholder contains random bits of this process, so that no result or input of a batch can
 * be one. It is a plain word that JSON does not escape.
 */
public final class SecretPlaceholders {
  private static final int RANDOM_BYTES = 16;
  private static final String BEGIN = "edgewise-secret-" + random() + "-";
  private static final String END = ".";
  private static final Pattern NAME =
      Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]{0," + (Limits.SECRET_NAME_MAX_CHARS - 1) + "}");
  private static final Pattern PLACEHOLDER =
      Pattern.compile(Pattern.quote(BEGIN) + "(" + NAME.pattern() + ")" + Pattern.quote(END));

  private SecretPlaceholders() {}

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Whether a secret can have this name: one that {@code secrets.name} can spell. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Whether a text that is not evaluated has an expression that names a secret. */
  public static boolean mentionedIn(String text) {
    return mentioned(text, false);
  }

  /** The same for the strings of a JSON value. */
  public static boolean mentionedInJson(String json) {
    return mentioned(json, true);
  }

  private static boolean mentioned(String text, boolean json) {
    if (!text.contains(Names.SECRETS)) {
      return false;
    }
    boolean open = false;
    for (int at = 0; at < text.length(); at++) {
      if (text.startsWith("$${", at)) {
        at += 2;
      } else if (text.startsWith("${", at)) {
        open = true;
      } else if (text.charAt(at) == '}' || (json && endsString(text, at))) {
        open = false;
      } else if (open && namesSecret(text, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsString(String json, int at) {
    return json.charAt(at) == '"' && json.charAt(Math.max(0, at - 1)) != '\\';
  }

  private static boolean namesSecret(String text, int at) {
    char before = text.charAt(at - 1);
    if (!text.startsWith(Names.SECRETS, at)
        || before == '.'
        || Character.isJavaIdentifierPart(before)) {
      return false;
    }
    int after = at + Names.SECRETS.length();
    while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
      after++;
    }
    return after < text.length() && (text.charAt(after) == '.' || text.charAt(after) == '[');
  }

  /** Returns the placeholder of each name. */
  static Map<String, Object> of(Collection<String> names) {
    Map<String, Object> placeholders = new HashMap<>();
    names.forEach(name -> placeholders.put(name, BEGIN + name + END));
    return placeholders;
  }

  /** Returns the names of the secrets that a rendered action needs. */
  public static Set<String> names(String action) {
    if (!action.contains(BEGIN)) {
      return Set.of();
    }
    Set<String> names = new LinkedHashSet<>();
    PLACEHOLDER.matcher(action).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  /** Replaces each placeholder in the JSON of an action by a value, escaped for JSON. */
  public static String replaced(String action, Function<String, String> values) {
    return PLACEHOLDER
        .matcher(action)
        .replaceAll(found -> Matcher.quoteReplacement(escaped(values.apply(found.group(1)))));
  }

  private static String escaped(String value) {
    return new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
  }
}
