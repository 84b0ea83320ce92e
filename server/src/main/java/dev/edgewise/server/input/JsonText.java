package dev.edgewise.server.input;

import dev.edgewise.server.config.Limits;
import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;

/** Copies and checks JSON and text from outside so that PostgreSQL can store it. */
public final class JsonText {

  /** The limits for every JSON document from outside. */
  private static final StreamReadConstraints READ_BOUNDS =
      StreamReadConstraints.builder()
          .maxNestingDepth(Limits.JSON_MAX_DEPTH + Limits.JSON_ENVELOPE_DEPTH)
          .maxNumberLength(Limits.JSON_MAX_NUMBER_DIGITS)
          .maxStringLength(Integer.MAX_VALUE) // The limit of the body applies.
          .build();

  private static final int REPLACEMENT = 0xFFFD;

  /** Jackson has no exception of its own for a repeated key. */
  private static final Pattern REPEATED_KEY =
      Pattern.compile("Duplicate Object property \"(.*)\"", Pattern.DOTALL);

  private static final JsonFactory FACTORY =
      factory()
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();

  private static final JsonFactory TOLERANT =
      factory().disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** PostgreSQL's numeric allows more, but such a number is a mistake or an attack. */
  private static final int EXPONENT_MAX = 1000;

  private static final String TOO_DEEP =
      "must not be nested deeper than " + Limits.JSON_MAX_DEPTH + " levels";

  private JsonText() {}

  /** Builds factories whose parsers have these limits and refuse an object with a repeated key. */
  public static JsonFactoryBuilder factory() {
    return JsonFactory.builder()
        .streamReadConstraints(READ_BOUNDS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
  }

  /** A parser with these limits, which refuses an object with a repeated key. */
  public static JsonParser parser(String document) {
    return FACTORY.createParser(ObjectReadContext.empty(), document);
  }

  /** A parser with these limits, for a document that is refused because of a repeated key. */
  public static JsonParser tolerantParser(String document) {
    return TOLERANT.createParser(ObjectReadContext.empty(), document);
  }

  /** The phrase for a repeated key; null when the exception has another cause. */
  public static @Nullable String repeatedKey(JacksonException fault) {
    Matcher repeated = REPEATED_KEY.matcher(String.valueOf(fault.getOriginalMessage()));
    return repeated.matches() ? repeatedKey(repeated.group(1)) : null;
  }

  /** The phrase for a repeated key. */
  public static String repeatedKey(String key) {
    return "the key " + quoted(key) + " is given twice";
  }

  /**
   * Copies the current value of a parser without white space, and leaves the parser on its last
   * token.
   *
   * @param flaws receives a phrase for each part that PostgreSQL could not store
   */
  public static String copy(JsonParser in, Consumer<String> flaws) {
    var text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      int depth = 0;
      JsonToken token = in.currentToken();
      while (true) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        String flaw = copyToken(token, in, out);
        if (depth > Limits.JSON_MAX_DEPTH) {
          flaws.accept(TOO_DEEP);
        } else if (flaw != null) {
          flaws.accept(flaw);
        }
        if (depth == 0 && token != JsonToken.PROPERTY_NAME) {
          break;
        }
        token = in.nextToken();
      }
    }
    return text.toString();
  }

  private static @Nullable String copyToken(JsonToken token, JsonParser in, JsonGenerator out) {
    switch (token) {
      case PROPERTY_NAME -> {
        out.writeName(in.currentName());
        return flaw(in.currentName());
      }
      case VALUE_STRING -> {
        String text = in.getString();
        out.writeString(text);
        return flaw(text);
      }
      case VALUE_NUMBER_FLOAT -> {
        String number = in.getString();
        out.writeNumber(number);
        return exponentFlaw(number);
      }
      case VALUE_NUMBER_INT -> out.writeNumber(in.getString());
      default -> out.copyCurrentEvent(in);
    }
    return null;
  }

  /** A value from outside, shortened and quoted for a message. */
  public static String quoted(String value) {
    return "'" + shortened(value) + "'";
  }

  /** The same without the quotes. */
  public static String shortened(String value) {
    String beginning = storable(beginning(value, Limits.QUOTED_VALUE_MAX_CHARS));
    return value.length() <= Limits.QUOTED_VALUE_MAX_CHARS ? beginning : beginning + "...";
  }

  /** The first characters of a text, without half of a surrogate pair at the end. */
  public static String beginning(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    boolean halved = maxChars > 0 && Character.isHighSurrogate(text.charAt(maxChars - 1));
    return text.substring(0, halved ? maxChars - 1 : maxChars);
  }

  /** The text with every character replaced that PostgreSQL cannot store. */
  public static String storable(String text) {
    return flaw(text) == null
        ? text
        : text.codePoints()
            .map(c -> c == 0 || isSurrogate(c) ? REPLACEMENT : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** Whether a code point is an unpaired surrogate. */
  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /** Why PostgreSQL cannot store a text; null when it can. */
  public static @Nullable String flaw(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "must not contain the character U+0000";
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "must not contain an unpaired surrogate";
      }
    }
    return null;
  }

  /** The length of a text in UTF-8. */
  public static int byteLength(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x800) {
        // Each half of a surrogate pair counts two.
        bytes += Character.isSurrogate(c) ? 1 : 2;
      } else if (c >= 0x80) {
        bytes++;
      }
    }
    return bytes;
  }

  private static @Nullable String exponentFlaw(String number) {
    int mark = Math.max(number.indexOf('e'), number.indexOf('E'));
    if (mark < 0) {
      return null;
    }
    String digits = number.substring(mark + 1).replaceFirst("^[+-]?0*", "");
    boolean huge = digits.length() > 9;
    return huge || (!digits.isEmpty() && Integer.parseInt(digits) > EXPONENT_MAX)
        ? "must not contain a number with an exponent beyond " + EXPONENT_MAX
        : null;
  }
}
