package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Secret;
import dev.edgewise.server.input.JsonText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * Masks the secrets that a call uses in everything that the call returns. It finds a value as it
 * is, and as JSON, URLs, HTML and base64 spell it, also inside a longer base64 text such as the
 * credentials of basic authentication.
 */
public final class Redaction {
  /** For a call without secrets. */
  public static final Redaction NONE = new Redaction(null);

  private static final JsonFactory JSON = new JsonFactory();

  /** A shorter piece of base64 would match by chance. */
  private static final int BASE64_MIN_CHARS = 6;

  /** An ASCII character, escaped as JSON allows it. */
  private static final Pattern ESCAPED = Pattern.compile("\\\\u00([2-7][0-9a-fA-F])");

  private static final int HEXADECIMAL = 16;
  private static final int BYTE_BITS = 8;
  private static final int BASE64_CHAR_BITS = 6;
  private static final int BASE64_GROUP_BYTES = 3;

  private final @Nullable Pattern values;

  private Redaction(@Nullable Pattern values) {
    this.values = values;
  }

  /** Masks this value. */
  public static Redaction of(String secret) {
    return of(List.of(secret));
  }

  /** Masks these values. */
  public static Redaction of(Collection<String> secrets) {
    Set<String> spellings = new LinkedHashSet<>();
    secrets.forEach(secret -> add(spellings, secret));
    return spellings.isEmpty()
        ? NONE
        : new Redaction(
            Pattern.compile(
                spellings.stream()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|"))));
  }

  private static void add(Set<String> spellings, String secret) {
    spellings.add(secret);
    String json = new String(JsonStringEncoder.getInstance().quoteAsCharArray(secret));
    spellings.add(json);
    spellings.add(json.replace("/", "\\/"));
    String form = URLEncoder.encode(secret, UTF_8);
    for (String url : List.of(form, form.replace("+", "%20"))) {
      spellings.add(url);
      spellings.add(
          Pattern.compile("%..")
              .matcher(url)
              .replaceAll(hex -> hex.group().toLowerCase(Locale.ROOT)));
    }
    spellings.add(
        secret
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;"));
    byte[] bytes = secret.getBytes(UTF_8);
    for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
      for (int before = 0; before < BASE64_GROUP_BYTES; before++) {
        addBase64(spellings, encoder, bytes, before);
      }
    }
  }

  /** Adds the characters that depend on the secret alone when so many bytes come before it. */
  private static void addBase64(
      Set<String> spellings, Base64.Encoder encoder, byte[] secret, int before) {
    byte[] bytes = new byte[before + secret.length];
    System.arraycopy(secret, 0, bytes, before, secret.length);
    int from = Math.ceilDiv(before * BYTE_BITS, BASE64_CHAR_BITS);
    int to = bytes.length * BYTE_BITS / BASE64_CHAR_BITS;
    if (to - from >= BASE64_MIN_CHARS) {
      spellings.add(encoder.withoutPadding().encodeToString(bytes).substring(from, to));
    }
  }

  /** Masks the values of another redaction, too. */
  public Redaction and(Redaction other) {
    if (values == null || other.values == null) {
      return values == null ? other : this;
    }
    return new Redaction(Pattern.compile(values.pattern() + "|" + other.values.pattern()));
  }

  /** Returns the text with masks. */
  String text(String text) {
    return values == null ? text : values.matcher(text).replaceAll(Secret.MASK);
  }

  /**
   * Returns the body of an answer with masks. In JSON it masks the decoded strings, so that it does
   * not matter how they are escaped, and the result is JSON again.
   */
  String body(String body) {
    if (values == null || body.isEmpty()) {
      return body;
    }
    var masked = new StringWriter();
    try (JsonParser in = JsonText.tolerantParser(body);
        JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), masked)) {
      boolean changed = false;
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        changed |= copy(token, in, out);
      }
      out.flush();
      return changed ? masked.toString() : body;
    } catch (JacksonException e) {
      return unparsed(body);
    }
  }

  /** Masks a body that is not JSON, or only the beginning of JSON with escaped characters. */
  private String unparsed(String body) {
    String unescaped =
        ESCAPED
            .matcher(body)
            .replaceAll(hex ->
                Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(hex.group(1), HEXADECIMAL))));
    String masked = text(unescaped);
    return masked.equals(unescaped) ? text(body) : masked;
  }

  /** Copies a token with masks and returns whether it contained a secret. */
  private boolean copy(JsonToken token, JsonParser in, JsonGenerator out) {
    if (token.isStructStart() || token.isStructEnd()) {
      out.copyCurrentEvent(in);
      return false;
    }
    String given = in.getString();
    String shown = text(given);
    boolean changed = !shown.equals(given);
    if (token == JsonToken.PROPERTY_NAME) {
      out.writeName(shown);
    } else if (changed) {
      out.writeString(shown);
    } else if (token.isNumeric()) {
      out.writeNumber(given);
    } else {
      out.copyCurrentEvent(in);
    }
    return changed;
  }

  /** Returns the stack trace of an error with masks. */
  public String trace(Throwable error) {
    var trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    return text(trace.toString());
  }
}
