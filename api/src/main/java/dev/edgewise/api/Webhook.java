package dev.edgewise.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP call to a receiver.
 *
 * @param body null for none
 * @param headers null for none
 */
public record Webhook(
    String url, Verb verb, @Nullable Json body, @Nullable Map<String, String> headers) {}
