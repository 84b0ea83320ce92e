package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.WireName;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.NearestName;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Translates Jackson's exceptions about a body into errors of the API. */
final class BodyFaults {

  private static final String WHOLE = "body";

  private static final String BEYOND_BOUNDS =
      "nested deeper than %d levels, or a number of more than %d digits"
          .formatted(Limits.JSON_MAX_DEPTH, Limits.JSON_MAX_NUMBER_DIGITS);

  private BodyFaults() {}

  static ApiException error(JacksonException fault) {
    return switch (fault) {
      case DatabindException misfit -> invalid(misfit, message(misfit));
      case InputCoercionException range -> invalid(range, "must be " + form(range.getTargetType()));
      case JacksonIOException broken ->
          ApiException.of(ErrorCode.MALFORMED_JSON, "The body ended before it was complete.");
      case StreamConstraintsException bound ->
          ApiException.of(ErrorCode.MALFORMED_JSON, place(bound.getLocation()) + BEYOND_BOUNDS);
      default ->
          ApiException.of(
              ErrorCode.MALFORMED_JSON, place(fault.getLocation()) + JsonFaults.phrase(fault));
    };
  }

  /** The error about one element of a body, as a phrase. */
  static String phrase(JacksonException fault) {
    return phrase(error(fault));
  }

  static String phrase(ApiException error) {
    return error.details().isEmpty()
        ? String.valueOf(error.getMessage())
        : error.details().getFirst();
  }

  /** The error about a value inside a body, as a phrase that begins with the value's name. */
  static String phrase(JacksonException fault, String name) {
    return named(phrase(fault), name);
  }

  static String named(String phrase, String name) {
    return phrase.startsWith(WHOLE + ": ")
        ? name + phrase.substring(WHOLE.length())
        : name + "." + phrase;
  }

  private static String place(@Nullable TokenStreamLocation location) {
    return location == null
        ? ""
        : "Line " + location.getLineNr() + ", column " + location.getColumnNr() + ": ";
  }

  private static ApiException invalid(JacksonException fault, String message) {
    String path = path(fault.getPath());
    return ApiException.invalid(List.of((path.isEmpty() ? WHOLE : path) + ": " + message));
  }

  private static String path(List<JacksonException.Reference> steps) {
    var path = new StringBuilder();
    for (JacksonException.Reference step : steps) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }

  private static String message(DatabindException misfit) {
    return switch (misfit) {
      case UnrecognizedPropertyException unknown ->
          "unknown field" + NearestName.hint(unknown.getPropertyName(), known(unknown));
      case InvalidNullException isNull -> "must not be null";
      case MismatchedInputException mismatch -> mismatch(mismatch);
      default -> "cannot be read";
    };
  }

  private static Collection<String> known(UnrecognizedPropertyException unknown) {
    Collection<Object> known = unknown.getKnownPropertyIds();
    return known == null ? List.of() : known.stream().map(String::valueOf).toList();
  }

  private static String mismatch(MismatchedInputException mismatch) {
    String message = String.valueOf(mismatch.getOriginalMessage());
    if (message.startsWith("must ")) {
      return message; // Written by JsonValues.
    }
    if (message.startsWith("Missing required creator property")) {
      return "is required";
    }
    return "must be " + form(mismatch.getTargetType());
  }

  /** Describes the JSON form of a type. */
  static String form(@Nullable Class<?> type) {
    if (type == null) {
      return "of another type";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> constant instanceof WireName named ? named.wireName() : constant + "")
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (type == int.class || type == Integer.class) {
      return "a whole number up to " + Integer.MAX_VALUE;
    }
    if (type == long.class || type == Long.class) {
      return "a whole number up to " + Long.MAX_VALUE;
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == UUID.class) {
      return "a UUID";
    }
    if (type == Instant.class) {
      return Times.FORM;
    }
    if (type == String.class) {
      return "a string";
    }
    return Collection.class.isAssignableFrom(type) ? "an array" : "an object";
  }
}
