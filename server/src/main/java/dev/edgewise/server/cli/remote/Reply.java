package dev.edgewise.server.cli.remote;

import dev.edgewise.server.http.Wire;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a server answered to a request that it took.
 *
 * @param body empty when there was none
 * @param batch the batch that the request created; null when it created none
 * @param next where a list goes on; null at its end
 */
public record Reply(String body, @Nullable UUID batch, @Nullable String next) {

  /** The body as JSON. */
  public JsonNode json() {
    return Wire.read(body.isEmpty() ? "null" : body, JsonNode.class);
  }

  /** The batch that the request created. */
  public Optional<UUID> created() {
    return Optional.ofNullable(batch);
  }
}
