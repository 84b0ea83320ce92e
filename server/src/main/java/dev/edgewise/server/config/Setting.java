package dev.edgewise.server.config;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one setting.
 *
 * @param name the spelling in the environment and in the file
 * @param reading parses the text; throws an {@link IllegalArgumentException} that says what the
 *     text must be
 * @param defaultText the text when no source sets it; empty when it has no default
 * @param mask hides the secret part of the text; null when there is nothing to hide
 * @param meaning one phrase for the help text and the documentation
 */
public record Setting<T>(
    String name,
    Function<String, T> reading,
    String defaultText,
    @Nullable UnaryOperator<String> mask,
    String meaning) {

  /** The text with its secret part masked. */
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
