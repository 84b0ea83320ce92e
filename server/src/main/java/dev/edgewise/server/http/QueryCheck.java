package dev.edgewise.server.http;

import dev.edgewise.server.config.NearestName;
import dev.edgewise.server.input.JsonText;
import io.helidon.common.uri.UriQuery;
import java.util.ArrayList;
import java.util.List;

/** Refuses query parameters that a route does not have or that are given more than once. */
final class QueryCheck {

  private QueryCheck() {}

  static void check(UriQuery query, Route route) {
    if (query.isEmpty() || route.has(Route.Trait.ANY_QUERY)) {
      return;
    }
    List<String> problems = new ArrayList<>();
    for (String name : query.names()) {
      Parameter known = route.query(name);
      if (known == null && !name.isEmpty()) {
        problems.add(
            JsonText.shortened(name) + ": unknown parameter" + hint(name, route.queryNames()));
      } else if (query.all(name).size() > 1 && (known == null || !known.repeatable())) {
        problems.add(name + ": is given more than once");
      }
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
  }

  private static String hint(String name, List<String> known) {
    if (known.isEmpty()) {
      return "; this resource has no parameters";
    }
    String nearest = NearestName.hint(name, known);
    return nearest.isEmpty() ? "; known parameters: " + String.join(", ", known) : nearest;
  }
}
