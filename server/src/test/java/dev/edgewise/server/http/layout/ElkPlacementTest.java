package dev.edgewise.server.http.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.layout.ElkPlacement.Attempt;
import dev.edgewise.server.http.layout.Placement.Direction;
import dev.edgewise.server.http.layout.Shape.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ElkPlacementTest {
  private static final int SEED = 5;

  @Test
  void aLayoutThatTakesOrWaitsTooLongIsGivenUp() throws Exception {
    Shape dense = dense();
    Shape small = new Shape(2, List.of(new Line(0, 1)));

    Attempt late =
        ElkPlacement.of(dense, Direction.RIGHT, Duration.ofMinutes(1), Duration.ofMillis(1));
    Attempt meanwhile =
        ElkPlacement.of(small, Direction.RIGHT, Duration.ofMillis(1), Duration.ofMinutes(1));
    Attempt afterwards =
        ElkPlacement.of(small, Direction.RIGHT, Duration.ofMinutes(2), Duration.ofMinutes(1));

    assertThat(late).isInstanceOf(Attempt.TooLong.class);
    assertThat(meanwhile).isInstanceOf(Attempt.Busy.class);
    assertThat(afterwards).isInstanceOf(Attempt.Made.class);
  }

  /** As much as is laid out at all, and with so many crossings that it takes seconds. */
  private static Shape dense() {
    var random = new Random(SEED);
    List<Line> lines = new ArrayList<>();
    while (lines.size() < Limits.LAYOUT_ELK_MAX_EDGES) {
      int to = random.nextInt(1, Limits.LAYOUT_ELK_MAX_TASKS);
      lines.add(new Line(random.nextInt(to), to));
    }
    return new Shape(Limits.LAYOUT_ELK_MAX_TASKS, lines);
  }
}
