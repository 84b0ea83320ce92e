package dev.edgewise.server.testing;

import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.read.BatchFilter;
import dev.edgewise.server.store.read.Span;
import dev.edgewise.server.store.read.TaskFilter;
import dev.edgewise.server.store.read.TaskFilter.Origin;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Filters of lists in the default workspace; null lets all pass. */
public final class TestFilters {
  private static final Origin ANY = new Origin(null, null);

  private TestFilters() {}

  /** Batches with such a task. */
  public static BatchFilter batches(
      @Nullable String kind, @Nullable String name, @Nullable TaskState state) {
    return new BatchFilter(Workspace.DEFAULT, kind, name, null, state, Span.ALWAYS, ANY, null);
  }

  /** Batches that say this about themselves. */
  public static BatchFilter batches(Origin origin) {
    return new BatchFilter(Workspace.DEFAULT, null, null, null, null, Span.ALWAYS, origin, null);
  }

  /** Such tasks. */
  public static TaskFilter tasks(
      @Nullable UUID batch,
      @Nullable TaskState state,
      @Nullable String kind,
      @Nullable String name) {
    return tasks(batch, state, kind, name, ANY);
  }

  /** Tasks of batches that say this about themselves. */
  public static TaskFilter tasks(Origin origin) {
    return tasks(null, null, null, null, origin);
  }

  private static TaskFilter tasks(
      @Nullable UUID batch,
      @Nullable TaskState state,
      @Nullable String kind,
      @Nullable String name,
      Origin origin) {
    return new TaskFilter(
        Workspace.DEFAULT,
        batch,
        state,
        kind,
        name,
        null,
        null,
        null,
        null,
        origin,
        Span.ALWAYS,
        Span.ALWAYS,
        null);
  }
}
