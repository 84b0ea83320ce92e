package dev.edgewise.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.config.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RememberedTest {
  private static final Duration MAX_AGE = Duration.ofMillis(Limits.ACCESS_MAX_AGE_MILLIS);

  private final Map<String, String> stored = new HashMap<>(Map.of("a", "1", "b", "1"));
  private final List<Set<String>> readings = new ArrayList<>();
  private boolean away;
  private long nanos;

  private final Remembered<String, String> remembered =
      new Remembered<>(this::read, new Lookups(), () -> nanos);

  private Map<String, String> read(Collection<String> keys) {
    if (away) {
      throw new IllegalStateException("away");
    }
    readings.add(Set.copyOf(keys));
    Map<String, String> found = new HashMap<>(stored);
    found.keySet().retainAll(keys);
    return found;
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void aValueIsReadOnceAndAgainWhenItIsTooOld() {
    assertThat(remembered.find("a")).contains("1");
    pass(MAX_AGE.minusMillis(1));
    stored.put("a", "2");
    assertThat(remembered.find("a")).contains("1");
    pass(Duration.ofMillis(1));
    assertThat(remembered.find("a")).contains("2");
    assertThat(readings).hasSize(2);
  }

  @Test
  void aRefreshReadsInOneStatementWhatIsInUse() {
    remembered.find("a");
    remembered.find("b");
    remembered.refresh();
    assertThat(readings).last().isEqualTo(Set.of("a", "b"));
    remembered.find("a");
    stored.put("a", "2");
    stored.put("b", "2");
    remembered.refresh();
    assertThat(readings).last().isEqualTo(Set.of("a"));
    int before = readings.size();
    assertThat(remembered.find("a")).contains("2");
    assertThat(readings).hasSize(before);
    assertThat(remembered.find("b")).as("not in use, so that it is read now").contains("2");
    assertThat(readings).hasSize(before + 1);
  }

  @Test
  void aRefreshWithNothingInUseReadsNothing() {
    remembered.refresh();
    remembered.find("a");
    remembered.refresh();
    remembered.refresh();
    remembered.refresh();
    assertThat(readings).containsExactly(Set.of("a"), Set.of("a"));
  }

  @Test
  void aMissingValueIsRememberedUntilTheNextRefresh() {
    assertThat(remembered.find("c")).isEmpty();
    stored.put("c", "1");
    assertThat(remembered.find("c")).isEmpty();
    assertThat(readings).hasSize(1);
    remembered.refresh();
    assertThat(remembered.find("c")).contains("1");
  }

  @Test
  void aValueThatWasDeletedIsGoneAfterARefresh() {
    remembered.find("a");
    stored.remove("a");
    remembered.refresh();
    assertThat(remembered.find("a")).isEmpty();
  }

  @Test
  void anOutageNeverMakesAValueMissing() {
    remembered.find("a");
    away = true;
    assertThatThrownBy(remembered::refresh).hasMessage("away");
    assertThat(remembered.find("a")).contains("1");
    pass(MAX_AGE);
    assertThatThrownBy(() -> remembered.find("a")).hasMessage("away");
    away = false;
    assertThat(remembered.find("a")).contains("1");
  }

  @Test
  void missingValuesBeyondTheLimitAreNotRemembered() {
    for (int i = 0; i < Limits.ACCESS_REMEMBERED_MAX + 10; i++) {
      remembered.find("missing-" + i);
    }
    int before = readings.size();
    remembered.find("missing-0");
    assertThat(readings).hasSize(before);
    remembered.find("missing-" + (Limits.ACCESS_REMEMBERED_MAX + 1));
    assertThat(readings).hasSize(before + 1);
    remembered.find("a");
    remembered.find("a");
    assertThat(readings).as("they take no room of others").hasSize(before + 2);
  }

  @Test
  void valuesOutOfUseMakeRoomForOthers() {
    for (int i = 0; i < Limits.ACCESS_REMEMBERED_MAX + 10; i++) {
      stored.put("key-" + i, "1");
      assertThat(remembered.find("key-" + i)).contains("1");
    }
    String last = "key-" + (Limits.ACCESS_REMEMBERED_MAX + 5);
    assertThat(remembered.last(last)).as("full").isEmpty();
    remembered.refresh();
    remembered.refresh();
    remembered.find(last);
    assertThat(remembered.last(last)).contains("1");
  }
}
