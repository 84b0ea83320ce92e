package dev.edgewise.server.http.read;

import dev.edgewise.api.Json;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.JsonText;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The query parameters that lists share. */
final class Filters {
  static final String PAGE_SIZE = "page_size";

  private static final String STATUSES =
      Arrays.stream(TaskStatus.values())
          .map(TaskStatus::wireName)
          .collect(Collectors.joining(", "));

  private Filters() {}

  /** The page size, never more than the bound and never less than one. */
  static int pageSize(Request request, Settings.Pagination pagination) {
    long wanted = whole(request, PAGE_SIZE).orElse((long) pagination.defaultSize());
    return Math.clamp(wanted, 1, pagination.maxSize());
  }

  /** How many rows the pages before the wanted one have; a negative page is the first. */
  static long offset(Request request, int pageSize) {
    long page = Math.max(0, whole(request, "page").orElse(0L));
    return page > Long.MAX_VALUE / pageSize ? Long.MAX_VALUE : page * pageSize;
  }

  private static Optional<Long> whole(Request request, String name) {
    return request.query(name, "a whole number", Long::valueOf);
  }

  /** A text that PostgreSQL can compare with. */
  static @Nullable String text(Request request, String name) {
    return request
        .query(
            name,
            "a text without unpaired surrogates or U+0000",
            text -> {
              if (JsonText.flaw(text) != null) {
                throw new IllegalArgumentException();
              }
              return text;
            })
        .orElse(null);
  }

  static @Nullable TaskState state(Request request, String name) {
    return request.query(name, "one of " + STATUSES, Filters::state).orElse(null);
  }

  /** A state by its spelling in JSON or in status counts. */
  private static TaskState state(String text) {
    for (TaskState state : TaskState.values()) {
      if (state.wireName().equals(text) || state.columnName().equals(text)) {
        return state;
      }
    }
    throw new IllegalArgumentException();
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
