package dev.edgewise.server.http.task;

import dev.edgewise.api.BulkFilter;
import dev.edgewise.api.Json;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.read.LabelFilter;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.read.Span;
import dev.edgewise.server.store.read.TaskFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the filter of an action on many tasks. */
final class BulkFilters {
  private final List<String> problems = new ArrayList<>();

  private BulkFilters() {}

  /**
   * Reads a filter.
   *
   * @throws ApiException with all problems
   */
  static TaskFilter of(Workspace workspace, BulkFilter given) {
    var reader = new BulkFilters();
    TaskFilter filter = reader.read(workspace, given);
    if (!reader.problems.isEmpty()) {
      throw ApiException.invalid(reader.problems);
    }
    return filter;
  }

  private TaskFilter read(Workspace workspace, BulkFilter given) {
    return new TaskFilter(
        workspace,
        given.batchId(),
        given.status() == null ? null : TaskState.valueOf(given.status().name()),
        text("kind", given.kind()),
        text("name", given.name()),
        given.timeout(),
        json(given.metadata()),
        text("failure_reason", given.failureReason()),
        text("worker", given.worker()),
        new TaskFilter.Origin(labels(given.label()), text("workflow", given.workflow())),
        new Span(given.createdAfter(), given.createdBefore()),
        new Span(given.endedAfter(), given.endedBefore()),
        null);
  }

  private @Nullable String text(String member, @Nullable String given) {
    String flaw = given == null ? null : JsonText.flaw(given);
    if (flaw != null) {
      problems.add("filter." + member + ": " + flaw);
    }
    return given;
  }

  private static @Nullable String json(@Nullable Json given) {
    return given == null || given.equals(Json.NULL) ? null : given.text();
  }

  private @Nullable String labels(@Nullable Json given) {
    if (given == null || given.equals(Json.NULL)) {
      return null;
    }
    Json[] labels =
        given.text().startsWith("\"")
            ? new Json[] {given}
            : Wire.readPart(given, "filter.label", Json[].class);
    try {
      return LabelFilter.of(
          Arrays.stream(labels)
              .map(label -> Wire.readPart(label, "filter.label", String.class))
              .toList());
    } catch (IllegalArgumentException e) {
      problems.add("filter.label: " + e.getMessage());
      return null;
    }
  }
}
