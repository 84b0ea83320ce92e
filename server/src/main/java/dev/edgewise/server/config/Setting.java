package dev.edgewise.server.config;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One name an operator may set.
 *
 * @param name the spelling in the environment and in the file
 * @param reading turns the text into a value; an {@link IllegalArgumentException} says what the
 *     text must be
 * @param defaultText the text used when no source has the name; empty leaves it unset
 * @param mask hides the secret part of the text; null when there is nothing to hide
 * @param meaning one phrase for the help
 */
public record Setting<T>(
    String name,
    Function<String, T> reading,
    String defaultText,
    @Nullable UnaryOperator<String> mask,
    String meaning) {

  /** The text as people may see it. */
  String display(String text) {
    return mask == null || text.isEmpty() ? text : mask.apply(text);
  }

  /** The spelling on the command line. */
  public String flag() {
    return "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The catalogue's spelling of a name given as a flag, a property or an environment variable. */
  static String canonical(String given) {
    String bare = given.startsWith("--") ? given.substring(2) : given;
    return bare.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
  }
}
