package dev.edgewise.server.http;

/**
 * An optional query parameter or header of a route, as the OpenAPI document describes it.
 *
 * @param repeatable whether it may be given several times
 */
public record Parameter(
    Place place, String name, Class<?> type, String meaning, boolean repeatable) {

  /** The part of the request that contains the parameter. */
  public enum Place {
    QUERY,
    HEADER
  }
}
