package dev.edgewise.server.access;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Workspace;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated sender of a request.
 *
 * @param actor what the audit trail shows, such as {@code key:3fk2 (deploy)}
 * @param kinds the kinds whose tasks it may claim; null means all
 */
public record Principal(
    Workspace workspace, String actor, Set<Scope> scopes, @Nullable Set<String> kinds) {

  /** Every sender while authentication is off: it may do everything in the default workspace. */
  public static final Principal ANYONE =
      new Principal(Workspace.DEFAULT, "anonymous", EnumSet.allOf(Scope.class), null);

  /** The holder of METRICS_TOKEN, who sees the metrics of all workspaces and no other route. */
  public static final Principal SCRAPER =
      new Principal(Workspace.DEFAULT, "metrics", Set.of(Scope.ADMIN), null);

  public Principal {
    scopes = Set.copyOf(scopes);
    kinds = kinds == null ? null : Set.copyOf(kinds);
  }

  /** The holder of a task's delivery token, who may report on that task. */
  public static Principal holderOf(UUID taskId) {
    return new Principal(Workspace.of(taskId), "holder:" + taskId, Set.of(Scope.WORK), null);
  }

  public boolean has(Scope scope) {
    return scopes.contains(scope) || scopes.contains(Scope.ADMIN);
  }

  public boolean mayClaim(String kind) {
    return kinds == null || kinds.contains(kind);
  }

  /** The same principal in another workspace, which only an administrator may choose. */
  public Principal in(Workspace other) {
    return new Principal(other, actor, scopes, kinds);
  }
}
