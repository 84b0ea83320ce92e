package dev.edgewise.server.input;

import dev.edgewise.server.config.NearestName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;

/**
 * A position in a JSON document with methods that read and check the value there.
 *
 * <p>Each reading method starts on the first token of a value and ends on its last. A JSON null is
 * returned as null, like a missing value. A value that breaks a rule is reported, and a valid value
 * is returned in its place so that reading can continue.
 */
public final class Cursor {

  private final JsonParser parser;
  private final Violations violations;

  public Cursor(JsonParser parser, Violations violations) {
    this.parser = parser;
    this.violations = violations;
  }

  /** The constants by their JSON spelling, in order. */
  public static <E> Map<String, E> spellings(E[] constants, Function<E, String> spelling) {
    Map<String, E> spellings = new LinkedHashMap<>();
    for (E constant : constants) {
      spellings.put(spelling.apply(constant), constant);
    }
    return spellings;
  }

  /** Values by their JSON spelling, in order. */
  @SafeVarargs
  public static <T> Map<String, T> spellings(Map.Entry<String, T>... entries) {
    Map<String, T> spellings = new LinkedHashMap<>();
    for (Map.Entry<String, T> entry : entries) {
      spellings.put(entry.getKey(), entry.getValue());
    }
    return spellings;
  }

  /** The number of violations reported so far in the whole document. */
  public int violations() {
    return violations.count();
  }

  /** Reports that the value here breaks a rule. */
  public void violation(String message) {
    violations.add(this::path, message);
  }

  /** Reports that a member of the object that ends here breaks a rule. */
  public void violation(String member, String message) {
    String path = path();
    violations.add(path.isEmpty() ? member : path + "." + member, message);
  }

  /** Reports a member that is missing from the object that ends here. */
  public void require(String member, @Nullable Object value) {
    if (value == null) {
      violation(member, "is required");
    }
  }

  /** Steps to the value of the next member; false at the end of the object. */
  public boolean nextMember() {
    if (parser.nextToken() == JsonToken.END_OBJECT) {
      return false;
    }
    parser.nextToken();
    return true;
  }

  /** The name of the member whose value is here. */
  public String member() {
    return parser.currentName();
  }

  /** Steps to the next item; false at the end of the array. */
  public boolean nextItem() {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean isNumber() {
    return parser.currentToken().isNumeric();
  }

  public boolean isArray() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  /** Whether an object begins here; anything else but null is reported and skipped. */
  public boolean object() {
    return is(JsonToken.START_OBJECT, "an object");
  }

  /** Whether an object begins here; anything else is reported and skipped. */
  public boolean requiredObject() {
    if (isNull()) {
      violation("must be an object");
    }
    return object();
  }

  /** Whether an array begins here; anything else but null is reported and skipped. */
  public boolean array() {
    return is(JsonToken.START_ARRAY, "an array");
  }

  /** Reports and skips a member that no rule knows. */
  public void unknown(Collection<String> known) {
    violation("unknown field" + NearestName.hint(member(), known));
    parser.skipChildren();
  }

  /** Reads a string of 1 to {@code maxBytes} bytes. */
  public @Nullable String text(int maxBytes) {
    if (!is(JsonToken.VALUE_STRING, "a string")) {
      return isNull() ? null : "";
    }
    String text = parser.getString();
    String flaw = JsonText.flaw(text);
    if (flaw != null) {
      violation(flaw);
    } else if (text.isEmpty()) {
      violation("must not be empty");
    } else if (text.length() > maxBytes || JsonText.byteLength(text) > maxBytes) {
      violation("must be at most %d bytes, not %d".formatted(maxBytes, JsonText.byteLength(text)));
    }
    return text;
  }

  /** Reads a string of 1 to {@code maxBytes} bytes; null is a violation. */
  public String requiredText(int maxBytes) {
    String text = text(maxBytes);
    if (text == null) {
      violation("must be a string");
    }
    return text == null ? "" : text;
  }

  public @Nullable Boolean flag() {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> {
        misfit("true or false");
        yield false;
      }
    };
  }

  public @Nullable Integer whole(int least, int most) {
    Long value = wholeLong(least, most);
    return value == null ? null : Math.toIntExact(value);
  }

  public @Nullable Long wholeLong(long least, long most) {
    if (isNull()) {
      return null;
    }
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = parser.getLongValue();
      if (value >= least && value <= most) {
        return value;
      }
    }
    misfit("a whole number " + range(least, most));
    return least;
  }

  public @Nullable Double number(double least, double most) {
    if (isNull()) {
      return null;
    }
    if (parser.currentToken().isNumeric()) {
      double value = parser.getDoubleValue();
      if (value >= least && value <= most && Double.isFinite(value)) {
        return value;
      }
    }
    misfit(
        most == Double.MAX_VALUE
            ? "a number from " + least + " up"
            : "a number from " + least + " to " + most);
    return least;
  }

  /** Reads one of these spellings. */
  public <T> @Nullable T oneOf(Map<String, T> spellings) {
    return oneOf(spellings, _ -> null);
  }

  /**
   * Reads one of these spellings.
   *
   * @param others returns the value of a further spelling that is accepted but not suggested in
   *     errors
   */
  public <T> @Nullable T oneOf(Map<String, T> spellings, Function<String, @Nullable T> others) {
    if (isNull()) {
      return null;
    }
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      T known = spellings.get(parser.getString());
      T value = known == null ? others.apply(parser.getString()) : known;
      if (value != null) {
        return value;
      }
    }
    misfit("one of " + String.join(", ", spellings.keySet()));
    return spellings.values().iterator().next();
  }

  /** Reads any value as JSON text of at most {@code maxBytes} bytes. */
  public @Nullable String json(int maxBytes) {
    if (isNull()) {
      return null;
    }
    String text = JsonText.copy(parser, this::violation);
    int bytes = JsonText.byteLength(text);
    if (bytes > maxBytes) {
      violation("must be at most %d bytes, not %d".formatted(maxBytes, bytes));
    }
    return text;
  }

  /** Reads an object as JSON text of at most {@code maxBytes} bytes. */
  public @Nullable String jsonObject(int maxBytes) {
    if (!is(JsonToken.START_OBJECT, "an object")) {
      return isNull() ? null : "{}";
    }
    return json(maxBytes);
  }

  private boolean is(JsonToken expected, String form) {
    if (parser.currentToken() == expected) {
      return true;
    }
    if (!isNull()) {
      misfit(form);
    }
    return false;
  }

  private void misfit(String form) {
    String shown =
        parser.currentToken().isScalarValue() ? ", not " + JsonText.quoted(parser.getString()) : "";
    violation("must be " + form + shown);
    parser.skipChildren();
  }

  private static String range(long least, long most) {
    return most == Long.MAX_VALUE ? "from " + least + " up" : "from " + least + " to " + most;
  }

  /** The path of the current value, such as {@code tasks[2].retry.max_retries}. */
  private String path() {
    var path = new StringBuilder();
    JsonPointer step = parser.streamReadContext().pathAsPointer();
    while (step != null && !step.matches()) {
      if (step.mayMatchElement()) {
        // A body that is an array is the list of tasks.
        path.append(path.isEmpty() ? "tasks[" : "[").append(step.getMatchingIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".")
            .append(JsonText.shortened(step.getMatchingProperty()));
      }
      step = step.tail();
    }
    return path.toString();
  }
}
