package dev.edgewise.server.store;

import dev.edgewise.core.state.TaskKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** The column that names the tasks whose results a task reads. */
public final class Reads {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Reads() {}

  /** The tasks by their local ids; null is none. */
  public static Map<String, TaskKey> of(@Nullable String column) {
    if (column == null) {
      return Map.of();
    }
    Map<String, TaskKey> reads = new LinkedHashMap<>();
    JSON.readTree(column)
        .forEachEntry(
            (localId, id) -> reads.put(localId, TaskKey.of(UUID.fromString(id.stringValue()))));
    return reads;
  }
}
