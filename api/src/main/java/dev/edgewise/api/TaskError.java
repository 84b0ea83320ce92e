package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The error with which an attempt ended. If it is too long it is cut in the middle.
 *
 * @param type such as the name of an exception's class
 * @param stack the stack trace
 */
public record TaskError(@Nullable String type, @Nullable String message, @Nullable String stack) {}
