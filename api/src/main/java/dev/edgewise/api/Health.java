package dev.edgewise.api;

import java.util.Map;

/**
 * The health of the server.
 *
 * @param status {@code up} or {@code down}
 * @param checks the state of each component by its name
 */
public record Health(String status, Map<String, String> checks) {}
