package dev.edgewise.server.http.submission;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the dependencies of a task. */
final class DependencyReader {

  private static final List<String> MEMBERS =
      List.of("id", "task_id", "condition", "requires_success");
  private static final Map<String, Condition> CONDITIONS =
      Cursor.spellings(
          Map.entry("always", Condition.ALWAYS),
          Map.entry("on_success", Condition.ON_SUCCESS),
          Map.entry("on_failure", Condition.ON_FAILURE));
  private static final Map<String, Resolution> OUTCOMES =
      Cursor.spellings(
          Map.entry("Success", Resolution.SUCCESS),
          Map.entry("Failure", Resolution.FAILED),
          Map.entry("Canceled", Resolution.CANCELLED),
          Map.entry("Skipped", Resolution.SKIPPED));
  private static final UUID PLACEHOLDER_ID = new UUID(0, 0);
  private static final int UUID_CHARS = 36;

  private final Cursor in;
  private int deprecations;

  DependencyReader(Cursor in) {
    this.in = in;
  }

  int deprecations() {
    return deprecations;
  }

  List<TaskDraft.Edge> read() {
    if (!in.array()) {
      return List.of();
    }
    List<TaskDraft.Edge> edges = new ArrayList<>(4);
    while (in.nextItem()) {
      TaskDraft.Edge edge = edge();
      if (edge instanceof TaskDraft.Edge.Foreign(UUID parent, Condition _)
          && edges.stream().anyMatch(other -> comesFrom(other, parent))) {
        in.violation("task_id", "'" + parent + "' is named twice");
      }
      edges.add(edge);
    }
    return edges;
  }

  private static boolean comesFrom(TaskDraft.Edge edge, UUID parent) {
    return edge instanceof TaskDraft.Edge.Foreign(UUID other, Condition _) && other.equals(parent);
  }

  private TaskDraft.Edge edge() {
    String id = null;
    UUID taskId = null;
    Condition condition = null;
    Boolean requiresSuccess = null;
    if (!in.requiredObject()) {
      return new TaskDraft.Edge.Foreign(PLACEHOLDER_ID, Condition.ALWAYS);
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "id" -> id = in.text(Limits.LOCAL_ID_MAX_BYTES);
        case "task_id" -> taskId = uuid();
        case "condition" -> condition = condition();
        case "requires_success" -> requiresSuccess = in.flag();
        default -> in.unknown(MEMBERS);
      }
    }
    Condition effective = condition(condition, requiresSuccess);
    if ((id == null) == (taskId == null)) {
      in.violation("id", "exactly one of id and task_id is required");
    }
    return id != null
        ? new TaskDraft.Edge.Named(id, effective)
        : new TaskDraft.Edge.Foreign(taskId == null ? PLACEHOLDER_ID : taskId, effective);
  }

  /** Reads the name of a condition, or the list of the outcomes that satisfy it. */
  private @Nullable Condition condition() {
    if (!in.isArray()) {
      return in.oneOf(CONDITIONS);
    }
    Set<Resolution> outcomes = EnumSet.noneOf(Resolution.class);
    in.array();
    while (in.nextItem()) {
      Resolution outcome = in.oneOf(OUTCOMES);
      if (outcome == null) {
        in.violation("must be one of " + String.join(", ", OUTCOMES.keySet()) + ", not null");
      } else if (!outcomes.add(outcome)) {
        in.violation("is named twice");
      }
    }
    if (outcomes.isEmpty()) {
      in.violation("must name at least one of " + String.join(", ", OUTCOMES.keySet()));
      return Condition.ALWAYS;
    }
    return Condition.of(outcomes);
  }

  private Condition condition(@Nullable Condition condition, @Nullable Boolean requiresSuccess) {
    if (requiresSuccess == null) {
      return condition == null ? Condition.ALWAYS : condition;
    }
    deprecations++;
    if (condition != null) {
      in.violation("requires_success", "must not be given together with condition");
    }
    return requiresSuccess ? Condition.ON_SUCCESS : Condition.ALWAYS;
  }

  private @Nullable UUID uuid() {
    String text = in.text(Limits.LOCAL_ID_MAX_BYTES);
    if (text == null) {
      return null;
    }
    try {
      if (text.length() == UUID_CHARS) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the common refusal.
    }
    if (!text.isEmpty()) {
      in.violation("must be a UUID, not " + JsonText.quoted(text));
    }
    return PLACEHOLDER_ID;
  }
}
