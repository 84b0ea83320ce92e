package dev.edgewise.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP call.
 *
 * @param body null sends none
 * @param headers null adds none
 */
public record Webhook(
    String url, Verb verb, @Nullable Json body, @Nullable Map<String, String> headers) {}
