package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a kind and status whose metadata equals that of the matching task in some fields.
 *
 * @param fields names of metadata members; none when null
 */
public record Matcher(String kind, TaskStatus status, @Nullable List<String> fields) {}
