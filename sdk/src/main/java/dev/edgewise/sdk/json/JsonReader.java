package dev.edgewise.sdk.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses JSON into plain Java values. */
public final class JsonReader {

  /** The nesting depth that the server allows. */
  static final int MAX_DEPTH = 200;

  private static final int LONG_SURELY_DIGITS = 18;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * Parses a JSON text.
   *
   * @throws JsonException with the position of the error
   */
  public static @Nullable Object read(String text) {
    var reader = new JsonReader(text);
    reader.skipSpace();
    Object value = reader.value();
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.wrong("there is text after the end");
    }
    return value;
  }

  private @Nullable Object value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw wrong("a value is expected");
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    enter();
    if (!leaves('}')) {
      do {
        skipSpace();
        if (peek() != '"') {
          throw wrong("a name in quotes is expected");
        }
        String name = string();
        if (members.containsKey(name)) {
          throw wrong("the name '" + name + "' is used twice");
        }
        skipSpace();
        expect(':');
        skipSpace();
        members.put(name, value());
      } while (goesOn('}'));
    }
    depth--;
    return Collections.unmodifiableMap(members);
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> items = new ArrayList<>();
    enter();
    if (!leaves(']')) {
      do {
        skipSpace();
        items.add(value());
      } while (goesOn(']'));
    }
    depth--;
    return Collections.unmodifiableList(items);
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw wrong("the nesting is deeper than " + MAX_DEPTH);
    }
  }

  /** Whether an object or array is empty. */
  private boolean leaves(char end) {
    skipSpace();
    if (peek() != end) {
      return false;
    }
    at++;
    return true;
  }

  /** Whether a comma, and not the end, follows a member or item. */
  private boolean goesOn(char end) {
    skipSpace();
    if (peek() == ',') {
      at++;
      return true;
    }
    expect(end);
    return false;
  }

  private String string() {
    at++;
    int begun = at;
    StringBuilder unescaped = null;
    while (true) {
      char next = peek();
      if (next == '"') {
        String rest = text.substring(begun, at++);
        return unescaped == null ? rest : unescaped.append(rest).toString();
      }
      if (next == '\\') {
        unescaped = unescaped == null ? new StringBuilder() : unescaped;
        unescaped.append(text, begun, at++).append(escaped());
        begun = at;
      } else if (next < ' ') {
        throw wrong(
            at < text.length()
                ? "a control character must be escaped"
                : "the closing quote is missing");
      } else {
        at++;
      }
    }
  }

  private char escaped() {
    char letter = peek();
    at++;
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < 4; i++) {
          char hex = peek();
          int digit = hex < 128 ? Character.digit(hex, 16) : -1;
          if (digit < 0) {
            throw wrong("\\u needs four hexadecimal digits");
          }
          code = code * 16 + digit;
          at++;
        }
        yield (char) code;
      }
      default -> throw wrong("the escape is unknown");
    };
  }

  private Number number() {
    int begun = at;
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
    } else {
      digits();
    }
    int wholeEnd = at;
    if (peek() == '.') {
      at++;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      digits();
    }
    String digits = text.substring(begun, at);
    try {
      if (at > wholeEnd) {
        return new BigDecimal(digits);
      }
      if (digits.length() <= LONG_SURELY_DIGITS) {
        return Long.valueOf(digits);
      }
      BigInteger whole = new BigInteger(digits);
      return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
    } catch (NumberFormatException e) {
      throw wrong("the exponent of the number is too large");
    }
  }

  private void digits() {
    if (!isDigit(peek())) {
      throw wrong("a digit is missing");
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value is expected");
    }
    at += word.length();
    return value;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw wrong("'" + wanted + "' is missing");
    }
    at++;
  }

  /** The next character; U+0000 at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private JsonException wrong(String what) {
    return new JsonException("Not JSON: at character " + at + ", " + what);
  }
}
