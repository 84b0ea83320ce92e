package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * An effective setting.
 *
 * @param value null when unset; a secret is masked
 * @param source {@code flag}, {@code environment}, {@code file} or {@code default}
 */
public record SettingView(String name, @Nullable String value, String source) {}
