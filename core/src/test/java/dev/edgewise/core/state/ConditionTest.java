package dev.edgewise.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which outcomes satisfy which edges. */
class ConditionTest {

  @Test
  void everyOutcomeSatisfiesAlways() {
    assertThat(satisfying(Condition.ALWAYS)).containsExactly(Resolution.values());
  }

  @Test
  void onlySuccessSatisfiesOnSuccess() {
    assertThat(satisfying(Condition.ON_SUCCESS)).containsExactly(Resolution.SUCCESS);
  }

  @Test
  void failureAndCancellationSatisfyOnFailure() {
    assertThat(satisfying(Condition.ON_FAILURE))
        .containsExactly(Resolution.FAILED, Resolution.CANCELLED);
  }

  @Test
  void onlyTerminalStatesResolveAnEdge() {
    for (TaskState state : TaskState.values()) {
      if (state.terminal()) {
        assertThat(Resolution.of(state)).isNotNull();
      } else {
        assertThatThrownBy(() -> Resolution.of(state)).hasMessageContaining("is not terminal");
      }
    }
  }

  private static List<Resolution> satisfying(Condition condition) {
    return Arrays.stream(Resolution.values()).filter(condition::satisfiedBy).toList();
  }
}
