package dev.edgewise.server.cli.remote;

import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * The response to a successful request.
 *
 * @param body the body; empty if there was none
 */
public record ServerReply(String body) {

  /** Returns the body as JSON. */
  public JsonNode json() {
    return ClientJson.read(body);
  }

  /** Returns the batch that the request created. */
  public Optional<UUID> created() {
    String batch = json().path("batch_id").asString("");
    return batch.isEmpty() ? Optional.empty() : Optional.of(UUID.fromString(batch));
  }
}
