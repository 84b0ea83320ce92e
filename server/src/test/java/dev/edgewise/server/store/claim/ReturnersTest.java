package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Workers on their way back. */
class ReturnersTest {
  private static final List<String> LANE = List.of("work:a");

  private final Returners returners = new Returners();

  @Test
  void nobodyIsWaitedForWhoWasNotThereBefore() {
    assertThat(returners.await(LANE)).isFalse();
  }

  @Test
  void nobodyIsWaitedForWhoWorksOnSomethingElse() {
    returners.answered(List.of("work:b"));

    assertThat(returners.await(LANE)).isFalse();
  }

  @Test
  void nobodyIsWaitedForTwice() {
    returners.answered(LANE);
    returners.arrived(LANE);

    assertThat(returners.await(LANE)).isFalse();
  }

  @Test
  void theWaitForWhoeverDoesNotComeBackEnds() {
    returners.answered(LANE);

    assertThat(returners.await(LANE)).isFalse();
  }

  @Test
  void whoeverComesBackInTimeIsSeen() {
    // On a machine that is busy with something else, none may be in time.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      await()
          .until(() -> {
            returners.answered(LANE);
            Future<Boolean> waiting = threads.submit(() -> returners.await(LANE));
            returners.arrived(LANE);
            return waiting.get();
          });
    }
  }
}
