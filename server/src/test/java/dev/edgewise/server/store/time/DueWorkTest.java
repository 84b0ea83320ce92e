package dev.edgewise.server.store.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The dispatcher of {@link TestStore} claims for 30 seconds. */
class DueWorkTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private TaskKey claimed(int timeoutSecs) {
    Actions actions = new Actions(TestTask.call("http://host.test/"), null, null, null);
    store.submit(null, TestTask.task("a").timeout(timeoutSecs).actions(actions));
    return store.claimFor("host.test");
  }

  private TaskKey answered(int timeoutSecs) {
    TaskKey task = claimed(timeoutSecs);
    store.started(task, null);
    return task;
  }

  private DueWork after(int secs) {
    return new DueWork(database.database(), () -> Duration.ofSeconds(secs));
  }

  @Test
  void anAnsweredTaskExpiresByItsOwnTimeoutAndNotByTheClaims() {
    TaskKey task = answered(60);

    assertThat(after(31).expiredLeases()).isEmpty();
    assertThat(after(31).untilNext()).hasValueSatisfying(left -> assertThat(left).isPositive());
    assertThat(after(59).expiredLeases()).isEmpty();
    assertThat(after(61).expiredLeases())
        .containsExactly(new Command.Expire(task, new Token(0, 1), true, false));
  }

  @Test
  void anAnsweredTaskWithAShortTimeoutExpiresBeforeTheClaim() {
    TaskKey task = answered(5);

    assertThat(after(6).expiredLeases())
        .containsExactly(new Command.Expire(task, new Token(0, 1), true, false));
  }

  @Test
  void anAnswerDoesNotRewriteTheLease() {
    TaskKey task = claimed(60);
    String before = leaseVersion();
    store.started(task, null);

    assertThat(leaseVersion()).isEqualTo(before);
  }

  @Test
  void onlyATaskWithALaterStartSignalsATimer() {
    AtomicInteger woken = new AtomicInteger();
    store.signals.add(
        new Signals.Listener() {
          @Override
          public void timer() {
            woken.incrementAndGet();
          }
        });

    store.submit("now", TestTask.task("a"), TestTask.task("b").after("a"));
    assertThat(woken).hasValue(0);
    store.submit("later", TestTask.task("a").startAfter(new StartAfter.In(Duration.ofHours(1))));
    assertThat(woken).hasValue(1);
  }

  private String leaseVersion() {
    return database.text("select xmin::text from lease");
  }
}
