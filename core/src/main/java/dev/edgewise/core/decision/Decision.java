package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import java.util.Collection;
import java.util.List;

/**
 * What was decided about some commands, not yet written.
 *
 * @param nodes every task that was looked at, as it stands now
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

  /** Whether nothing has to be written. */
  public boolean changesNothing() {
    // Edges from tasks that ended earlier and counts leave no entry in the ledger, yet they are
    // new.
    return journal.events().isEmpty()
        && journal.facts().isEmpty()
        && nodes.stream().noneMatch(Node::changed);
  }
}
