package dev.edgewise.server.expression;

import dev.edgewise.core.readiness.Inline.Verdict;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.expression.Bindings.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The value of a spread whose items have all ended: their results in the order of the list. */
final class Aggregate {
  private final Nodes nodes;
  private final Journal journal;
  private final Bindings bindings;

  Aggregate(Nodes nodes, Journal journal, Bindings bindings) {
    this.nodes = nodes;
    this.journal = journal;
    this.bindings = bindings;
  }

  Verdict of(Node spread) {
    List<TaskKey> items = new ArrayList<>(spread.standing().items());
    List<Need> needs = new ArrayList<>();
    for (int i = 0; i < spread.standing().items(); i++) {
      TaskKey item = new TaskKey(spread.key().batchId(), spread.standing().firstItem() + i);
      items.add(item);
      if (!journal.results().containsKey(item)) {
        needs.add(new Need(Part.RESULT, item));
      }
    }
    nodes.require(items);
    bindings.fetch(needs);
    boolean collect = spread.shape().flow().collectErrors();
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (int i = 0; i < items.size(); i++) {
      Node item = nodes.node(items.get(i));
      if (item.state() == TaskState.FAILURE || item.state() == TaskState.CANCELED) {
        String reason = reason(item);
        if (!collect) {
          return new Verdict.Fail("Spread item %d failed: %s".formatted(i, reason));
        }
        list.add("{\"error\":" + Values.quoted(reason) + "}");
      } else {
        list.add(result(item.key()));
      }
    }
    return new Verdict.Value(list.toString());
  }

  private static String reason(Node item) {
    String reason = item.standing().failureReason();
    return reason == null ? item.state().wireName() : reason;
  }

  private String result(TaskKey item) {
    String own = journal.results().get(item);
    if (own != null) {
      return own;
    }
    String stored = bindings.text(new Need(Part.RESULT, item));
    return stored == null ? "null" : stored;
  }
}
