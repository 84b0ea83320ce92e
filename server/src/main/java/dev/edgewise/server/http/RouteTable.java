package dev.edgewise.server.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the routes of a path. A fixed segment takes precedence over {@code {name}}, and that over
 * {@code {name*}}.
 */
public final class RouteTable {

  private final List<Route> routes;
  private final Node root = new Node();

  /** Builds the table, aliases included; throws when two have the same method and path. */
  public RouteTable(List<Route> routes) {
    this.routes = Route.withAliases(routes);
    this.routes.forEach(this::add);
  }

  /** All routes in the given order, the deprecated ones last. */
  public List<Route> routes() {
    return Collections.unmodifiableList(routes);
  }

  /**
   * The routes of a path.
   *
   * @param routes by method; empty when no route has this path
   * @param values the value of each {@code {name}}, still encoded
   */
  public record Match(Map<Method, Route> routes, Map<String, String> values) {}

  /** Finds the routes of a path as the client sent it. */
  public Match match(String path) {
    if (!path.startsWith("/")) {
      return new Match(Map.of(), Map.of());
    }
    List<String> segments = segments(path);
    Map<String, String> values = new HashMap<>();
    Node node = root.find(segments, 0, values);
    return new Match(node == null ? Map.of() : node.routes, values);
  }

  private void add(Route route) {
    Node node = root;
    for (String segment : segments(route.path())) {
      node = node.child(segment);
    }
    if (node.routes.put(route.method(), route) != null) {
      throw new IllegalArgumentException("Two routes for " + route.method() + " " + route.path());
    }
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    int start = 1;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      segments.add(path.substring(start, end));
      start = end + 1;
    }
    return segments;
  }

  /** The routes below one prefix. */
  private static final class Node {
    final Map<Method, Route> routes = new EnumMap<>(Method.class);
    final Map<String, Node> fixed = new HashMap<>();
    String variable = "";
    @Nullable Node any;
    @Nullable Node rest;

    Node child(String segment) {
      if (!segment.startsWith("{")) {
        return fixed.computeIfAbsent(segment, name -> new Node());
      }
      boolean tail = segment.endsWith("*}");
      Node next = tail ? rest : any;
      if (next == null) {
        next = new Node();
        next.variable = segment.substring(1, segment.length() - (tail ? 2 : 1));
        if (tail) {
          rest = next;
        } else {
          any = next;
        }
      }
      return next;
    }

    @Nullable Node find(List<String> segments, int depth, Map<String, String> values) {
      if (depth == segments.size()) {
        return routes.isEmpty() ? null : this;
      }
      String segment = segments.get(depth);
      Node next = fixed.get(segment);
      Node found = next == null ? null : next.find(segments, depth + 1, values);
      if (found == null && any != null && !segment.isEmpty()) {
        found = any.find(segments, depth + 1, values);
        if (found != null) {
          values.put(any.variable, segment);
        }
      }
      if (found == null && rest != null) {
        found = rest;
        values.put(rest.variable, String.join("/", segments.subList(depth, segments.size())));
      }
      return found;
    }
  }
}
