package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import java.util.Collection;
import java.util.List;

/**
 * The decided changes of a group of commands, not yet written.
 *
 * @param nodes all loaded tasks, in their new state
 * @param answers one for each command, in their order
 */
public record Decision(Collection<Node> nodes, Journal journal, List<Answer> answers) {

  public Decision {
    answers = List.copyOf(answers);
  }

  /** Whether every command was applied. */
  public boolean appliesAll() {
    return answers.stream().allMatch(Answer.Applied.class::isInstance);
  }

  /** Whether there is nothing to write. */
  public boolean changesNothing() {
    // Edges from tasks that ended earlier, and counters, change without a ledger entry.
    return journal.events().isEmpty()
        && journal.facts().isEmpty()
        && journal.pauses().isEmpty()
        && nodes.stream().noneMatch(Node::changed);
  }
}
