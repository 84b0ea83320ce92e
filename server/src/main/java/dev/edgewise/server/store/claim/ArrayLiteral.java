package dev.edgewise.server.store.claim;

import java.util.List;
import java.util.stream.Collectors;

/** An array inside a row of an array parameter, which PostgreSQL only takes as text. */
final class ArrayLiteral {

  private ArrayLiteral() {}

  static String of(List<String> elements) {
    return elements.stream()
        .map(element -> '"' + element.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }
}
