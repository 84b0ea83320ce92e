package dev.edgewise.oracle.scenario;

import dev.edgewise.oracle.model.Stimulus;
import java.util.List;

/**
 * One line of a scenario: what is done, then what must follow.
 *
 * @param checked whether the line says what follows at all
 */
record Line(
    int number,
    String text,
    List<Stimulus> stimuli,
    boolean checked,
    List<Expectation> expectations) {
  Line {
    stimuli = List.copyOf(stimuli);
    expectations = List.copyOf(expectations);
  }
}
