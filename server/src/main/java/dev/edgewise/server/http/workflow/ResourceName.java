package dev.edgewise.server.http.workflow;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.input.JsonText;
import java.util.List;

/** Checks the name of a workflow or schedule in a path. */
public final class ResourceName {

  private ResourceName() {}

  /** Refuses a name that cannot be stored. */
  public static void check(String name) {
    String flaw = JsonText.flaw(name);
    if (flaw == null && (name.isBlank() || JsonText.byteLength(name) > Limits.NAME_MAX_BYTES)) {
      flaw = "must have 1 to %d bytes".formatted(Limits.NAME_MAX_BYTES);
    }
    if (flaw != null) {
      throw ApiException.invalid(List.of("name: " + flaw));
    }
  }
}
