package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A setting that is in force.
 *
 * @param value null when it is unset; a secret is masked
 * @param source {@code flag}, {@code environment}, {@code file} or {@code default}
 */
public record SettingView(String name, @Nullable String value, String source) {}
