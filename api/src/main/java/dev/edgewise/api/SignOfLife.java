package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * What the receiver of a webhook may say with a heartbeat.
 *
 * @param progress from 0 to 1
 * @param message at most 500 characters
 */
public record SignOfLife(@Nullable Double progress, @Nullable String message) {}
