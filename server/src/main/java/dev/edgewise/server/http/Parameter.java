package dev.edgewise.server.http;

/** An optional query parameter or header of a route, as the OpenAPI document describes it. */
public record Parameter(Place place, String name, Class<?> type, String meaning) {

  /** The part of the request that contains the parameter. */
  public enum Place {
    QUERY,
    HEADER
  }
}
