package dev.edgewise.server.http.read;

import dev.edgewise.api.BatchWorkflow;
import dev.edgewise.api.Json;
import dev.edgewise.server.http.JsonMembers;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.store.workflow.Workflows;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What started a batch, as its metadata says.
 *
 * @param workflow null unless the batch is the run of a workflow
 * @param schedule null unless a schedule started it
 */
record BatchOrigin(@Nullable BatchWorkflow workflow, @Nullable String schedule) {
  private static final BatchOrigin NONE = new BatchOrigin(null, null);

  static BatchOrigin of(@Nullable String metadata) {
    if (metadata == null
        || !metadata.startsWith("{")
        || !metadata.contains('"' + Workflows.VERSION + '"')) {
      return NONE;
    }
    Map<String, Json> members = JsonMembers.of(new Json(metadata), "metadata");
    String name = text(members.get(Workflows.NAME));
    Json version = members.get(Workflows.VERSION);
    // A submission may have members of these names, too.
    if (name == null || version == null || !version.text().matches("[1-9]\\d{0,8}")) {
      return NONE;
    }
    return new BatchOrigin(
        new BatchWorkflow(name, Integer.parseInt(version.text())),
        text(members.get(Workflows.SCHEDULE)));
  }

  private static @Nullable String text(@Nullable Json value) {
    return value == null || !value.text().startsWith("\"")
        ? null
        : Wire.read(value.text(), String.class);
  }
}
