package dev.edgewise.server.http;

import dev.edgewise.api.Scope;
import java.util.List;

/** Who may use a route. */
public sealed interface Access {

  /** Everybody, without credentials. */
  record Open() implements Access {}

  /**
   * A principal with one of these scopes.
   *
   * @param anyOf if there are several, the handler requires the one that the request needs
   * @param orToken whether the delivery token of the task in the path serves instead
   */
  record Scoped(List<Scope> anyOf, boolean orToken) implements Access {
    public Scoped {
      anyOf = List.copyOf(anyOf);
    }
  }

  /** The holder of the METRICS_TOKEN, or a principal that may read. */
  record Metrics() implements Access {}
}
