package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of workspaces, by tenant and name.
 *
 * @param nextCursor the cursor of the next page; null on the last one
 */
public record WorkspaceList(List<WorkspaceView> items, @Nullable String nextCursor) {
  public WorkspaceList {
    items = List.copyOf(items);
  }
}
