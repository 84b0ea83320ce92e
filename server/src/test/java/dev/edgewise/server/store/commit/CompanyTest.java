package dev.edgewise.server.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a group waits for more, where a transaction has taken an hour if nothing else is said. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompanyTest {
  private static final int MAX = 100;
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final Company<Integer> company = new Company<>(Duration.ofHours(1));
  private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  private final List<Integer> group = new ArrayList<>(List.of(0));

  @Test
  void whoReportsAloneWaitsForNothing() throws Exception {
    company.took(1, HOUR);
    company.gather(queue, group, MAX);
    assertThat(group).hasSize(1);
  }

  @Test
  void fewWaitForNothing() throws Exception {
    company.took(7, HOUR);
    company.gather(queue, group, MAX);
    assertThat(group).hasSize(1);
  }

  @Test
  void aGroupThatIsSmallerThanUsualWaitsForTheOthers() throws Exception {
    company.took(20, HOUR);
    Thread.ofVirtual().start(() -> IntStream.range(1, 20).forEach(queue::add));
    company.gather(queue, group, MAX);
    assertThat(group).hasSize(20);
  }

  @Test
  void noGroupWaitsToBecomeLargerThanItMay() throws Exception {
    company.took(20, HOUR);
    queue.addAll(List.of(1, 2, 3, 4, 5, 6));
    company.gather(queue, group, 5);
    assertThat(group).hasSize(5);
    assertThat(queue).hasSize(2);
  }

  @Test
  void nobodyWaitsLongerThanHalfATransaction() throws Exception {
    company.took(20, TimeUnit.MILLISECONDS.toNanos(20));
    long begun = System.nanoTime();
    company.gather(queue, group, MAX);
    assertThat(group).hasSize(1);
    assertThat(System.nanoTime() - begun).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(9));
  }

  @Test
  void nobodyWaitsForLongBecauseTransactionsAreLong() throws Exception {
    Company<Integer> impatient = new Company<>(Duration.ofMillis(3));
    impatient.took(20, HOUR);
    impatient.gather(queue, group, MAX);
    assertThat(group).hasSize(1);
  }

  @Test
  void whenTheOthersStayAwayNobodyWaitsForThem() throws Exception {
    company.took(20, HOUR);
    for (int i = 0; i < 6; i++) {
      company.took(1, HOUR);
    }
    company.gather(queue, group, MAX);
    assertThat(group).hasSize(1);
  }
}
