package dev.edgewise.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The transition table and the page that is made from it. */
class TransitionTest {

  @Test
  void onlyARerunLeavesATerminalState() {
    assertThat(Transition.TABLE)
        .filteredOn(row -> row.from() != null && row.from().terminal())
        .isNotEmpty()
        .allMatch(row -> row.by() == Cause.RERUN && row.to() == TaskState.WAITING);
  }

  @Test
  void everyLiveStateCanBeCanceledStoppedAndEndedAsADeadEnd() {
    for (TaskState state : TaskState.values()) {
      for (Cause cause : new Cause[] {Cause.CANCEL, Cause.STOP, Cause.DEAD_END}) {
        assertThat(new Transition(state, TaskState.CANCELED, cause).allowed())
            .as("%s by %s", state, cause)
            .isEqualTo(!state.terminal());
      }
    }
  }

  @Test
  void everyStateCanBeReachedAndEveryCauseMovesSomething() {
    assertThat(Transition.TABLE).extracting(Transition::to).contains(TaskState.values());
    assertThat(Transition.TABLE).extracting(Transition::by).contains(Cause.values());
  }

  @Test
  void theCommittedDiagramIsCurrent() throws IOException {
    assertThat(StateDiagram.FILE)
        .as("regenerate it by running the main method of StateDiagram")
        .exists();
    assertThat(Files.readString(StateDiagram.FILE)).isEqualTo(StateDiagram.page());
  }
}
