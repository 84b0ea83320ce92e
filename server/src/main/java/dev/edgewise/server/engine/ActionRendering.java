package dev.edgewise.server.engine;

import dev.edgewise.core.state.TaskKey;
import java.util.List;

/** Evaluates the expressions in actions, many at once; the answers keep the order. */
@FunctionalInterface
public interface ActionRendering {

  /** Leaves actions as they are. */
  ActionRendering NONE =
      raws -> raws.stream().map(raw -> (Rendered) new Rendered.Ready(raw.action())).toList();

  /** An action of a task, in JSON. */
  record Raw(TaskKey task, String action) {}

  /** What became of it. */
  sealed interface Rendered {
    /** The JSON text with every expression evaluated. */
    record Ready(String action) implements Rendered {}

    /** An expression failed, for this reason. */
    record Failed(String reason) implements Rendered {}
  }

  List<Rendered> render(List<Raw> actions);
}
