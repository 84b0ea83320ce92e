package dev.edgewise.core.scenario;

import dev.edgewise.core.model.Command;
import java.util.List;

/**
 * One line of a scenario: what is done, then what must follow.
 *
 * @param checked whether the line says what follows at all
 */
record Line(
    int number,
    String text,
    List<Command> commands,
    boolean checked,
    List<Expectation> expectations) {
  Line {
    commands = List.copyOf(commands);
    expectations = List.copyOf(expectations);
  }
}
