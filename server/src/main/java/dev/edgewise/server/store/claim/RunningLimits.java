package dev.edgewise.server.store.claim;

import java.util.Map;

/** How many tasks executors may hold at once in the workspaces that have a limit. */
@FunctionalInterface
public interface RunningLimits {
  /** No workspace has a limit. */
  RunningLimits NONE = Map::of;

  /** The limits by the number of the workspace. */
  Map<Integer, Integer> current();
}
