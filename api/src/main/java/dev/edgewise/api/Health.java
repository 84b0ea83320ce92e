package dev.edgewise.api;

import java.util.Map;

/**
 * How the server is.
 *
 * @param status {@code up} or {@code down}
 * @param checks the state of each part by its name
 */
public record Health(String status, Map<String, String> checks) {}
