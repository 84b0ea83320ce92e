package dev.edgewise.server.cli.remote;

import dev.edgewise.server.http.Wire;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The response to a successful request.
 *
 * @param body the body; empty if there was none
 * @param batch the batch that the request created; null when it created none
 * @param next the cursor of the next page; null on the last page
 */
public record ServerReply(String body, @Nullable UUID batch, @Nullable String next) {

  /** Returns the body as JSON. */
  public JsonNode json() {
    return Wire.read(body.isEmpty() ? "null" : body, JsonNode.class);
  }

  /** Returns the batch that the request created. */
  public Optional<UUID> created() {
    return Optional.ofNullable(batch);
  }
}
