package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the tasks of a kind and status whose metadata has the same values in the given fields.
 *
 * @param fields the names of metadata members; none when null
 */
public record Matcher(String kind, TaskStatus status, @Nullable List<String> fields) {}
