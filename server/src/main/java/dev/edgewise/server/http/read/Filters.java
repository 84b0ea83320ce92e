package dev.edgewise.server.http.read;

import dev.edgewise.api.Json;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.store.read.Span;
import dev.edgewise.server.store.read.TaskFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads the query parameters that several lists share. */
final class Filters {
  static final String PAGE_SIZE = "page_size";
  static final String LABEL = "label";
  static final String WORKFLOW = "workflow";
  static final String LABEL_MEANING = "only batches with this label, as key:value; repeatable";

  private static final String STATUSES =
      Arrays.stream(TaskStatus.values())
          .map(TaskStatus::wireName)
          .collect(Collectors.joining(", "));

  private Filters() {}

  /** The page size, from 1 to the configured maximum. */
  static int pageSize(Request request, Settings.Pagination pagination) {
    long wanted = whole(request, PAGE_SIZE).orElse((long) pagination.defaultSize());
    return Math.clamp(wanted, 1, pagination.maxSize());
  }

  /** The number of rows on the pages before the requested one; a negative page is the first. */
  static long offset(Request request, int pageSize) {
    long page = Math.max(0, whole(request, "page").orElse(0L));
    return page > Long.MAX_VALUE / pageSize ? Long.MAX_VALUE : page * pageSize;
  }

  private static Optional<Long> whole(Request request, String name) {
    return request.query(name, "a whole number", Long::valueOf);
  }

  static @Nullable String text(Request request, String name) {
    return request.queryText(name).orElse(null);
  }

  static @Nullable TaskState state(Request request, String name) {
    return request.query(name, "one of " + STATUSES, Filters::state).orElse(null);
  }

  /** A state by its spelling in JSON, or in snake case as in {@code status_counts}. */
  private static TaskState state(String text) {
    for (TaskState state : TaskState.values()) {
      if (state.wireName().equals(text) || state.columnName().equals(text)) {
        return state;
      }
    }
    throw new IllegalArgumentException();
  }

  /** The labels of all parameters as one JSON object; null when there are none. */
  static @Nullable String labels(Request request) {
    try {
      return LabelFilter.of(request.queries(LABEL));
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(List.of(LABEL + ": " + e.getMessage()));
    }
  }

  static Span span(Request request, String event) {
    return new Span(
        request.queryTime(event + "_after").orElse(null),
        request.queryTime(event + "_before").orElse(null));
  }

  static TaskFilter.Origin origin(Request request) {
    return new TaskFilter.Origin(labels(request), text(request, WORKFLOW));
  }

  static @Nullable String json(Request request, String name) {
    return request
        .query(
            name,
            "JSON",
            text -> {
              try {
                return Wire.read(text, Json.class).text();
              } catch (JacksonException e) {
                throw new IllegalArgumentException(e);
              }
            })
        .orElse(null);
  }
}
