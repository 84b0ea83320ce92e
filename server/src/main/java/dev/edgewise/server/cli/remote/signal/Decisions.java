package dev.edgewise.server.cli.remote.signal;

import dev.edgewise.server.cli.remote.ClientJson;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request that decides about an approval. */
final class Decisions {
  private Decisions() {}

  static String path(String task) {
    return "/v1/tasks/" + task + "/approval";
  }

  static String body(String decision, @Nullable String by, @Nullable String comment) {
    Map<String, String> body = new HashMap<>(Map.of("decision", decision));
    if (by != null) {
      body.put("by", by);
    }
    if (comment != null) {
      body.put("comment", comment);
    }
    return ClientJson.text(body);
  }
}
