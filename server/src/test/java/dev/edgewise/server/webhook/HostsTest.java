package dev.edgewise.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HostsTest {

  private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final InstantSource clock = now::get;

  @Test
  void roomIsBoundedInTotalAndPerHost() {
    Hosts hosts = new Hosts(8, 3, clock);
    try (var room = hosts.reserve(List.of("a", "b", "c"), 10)) {
      assertThat(room.rooms()).isEqualTo(Map.of("a", 3, "b", 2, "c", 2));
      assertThat(room.total()).isEqualTo(7);
      room.use("a");
      room.use("a");
    }
    assertThat(hosts.open()).isEqualTo(2);
    try (var room = hosts.reserve(List.of("a", "b"), 10)) {
      assertThat(room.rooms()).isEqualTo(Map.of("a", 1, "b", 3));
      assertThat(room.total()).isEqualTo(4);
    }
    hosts.leave("a", HostHealth.WELL);
    hosts.leave("a", HostHealth.WELL);
    assertThat(hosts.open()).isZero();
  }

  @Test
  void aHostAloneHasAllItsRoomByDefault() {
    assertThat(taken(new Hosts(256, 64, clock), "a")).isEqualTo(64);
  }

  @Test
  void aHostThatFillsItsRoomLeavesSomeToEachNewcomer() {
    Hosts hosts = new Hosts(64, 64, clock);
    assertThat(taken(hosts, "slow")).isEqualTo(56);
    for (int i = 0; i < 8; i++) {
      assertThat(taken(hosts, "newcomer" + i)).as("newcomer %d", i).isEqualTo(1);
    }
    assertThat(hosts.open()).isEqualTo(64);
    assertThat(taken(hosts, "one too many")).isZero();
  }

  @Test
  void silentHostsThatShareAllRoomLeaveSomeToManyNewcomers() {
    Hosts hosts = new Hosts(256, 64, clock);
    for (int i = 0; i < 4; i++) {
      taken(hosts, "silent" + i);
    }
    assertThat(hosts.open()).isEqualTo(224);
    assertThat(taken(hosts, "fifth")).isEqualTo(3);
    int newcomers = 0;
    while (taken(hosts, "newcomer" + newcomers) > 0) {
      newcomers++;
    }
    assertThat(newcomers).isGreaterThanOrEqualTo(16);
  }

  @Test
  void aPlaceThatBecomesFreeGoesToTheHostThatHasFewest() {
    Hosts hosts = new Hosts(64, 64, clock);
    taken(hosts, "slow");
    taken(hosts, "other");
    hosts.leave("slow", HostHealth.WELL);
    hosts.leave("slow", HostHealth.WELL);
    try (var room = hosts.reserve(List.of("slow", "other"), 10)) {
      assertThat(room.rooms()).isEqualTo(Map.of("other", 1));
    }
  }

  @Test
  void roomIsSharedEvenlyBetweenHosts() {
    Hosts hosts = new Hosts(64, 64, clock);
    try (var room = hosts.reserve(List.of("deep", "shallow"), 10)) {
      assertThat(room.rooms()).isEqualTo(Map.of("deep", 28, "shallow", 28));
      assertThat(room.total()).isEqualTo(56);
    }
  }

  @Test
  void aSinglePlaceCanBeUsed() {
    assertThat(taken(new Hosts(1, 1, clock), "a")).isEqualTo(1);
    assertThat(taken(new Hosts(2, 2, clock), "a")).isEqualTo(1);
  }

  /** How many calls to a host can be begun. */
  private static int taken(Hosts hosts, String host) {
    try (var room = hosts.reserve(List.of(host), 1)) {
      int total = room.total();
      for (int i = 0; i < total; i++) {
        room.use(host);
      }
      return total;
    }
  }

  @Test
  void hostsWithRoomAreFoundBehindHostsWithoutRoom() {
    Hosts hosts = new Hosts(10, 1, clock);
    hosts.enter("a");
    hosts.enter("b");
    try (var room = hosts.reserve(List.of("a", "b", "c", "d"), 1)) {
      assertThat(room.rooms()).containsOnlyKeys("c");
    }
  }

  @Test
  void aSickHostGetsNoCallsUntilATrialCallIsAllowed() {
    Hosts hosts = new Hosts(100, 50, clock);
    call(hosts, Circuit.FAILURES_TO_OPEN - 1, HostHealth.SICK);
    assertThat(hosts.sick("a")).isFalse();
    call(hosts, 1, HostHealth.SICK);

    assertThat(hosts.sick("a")).isTrue();
    assertThat(hosts.circuits()).isEqualTo(Map.of("a", Circuit.State.OPEN));
    assertThat(room(hosts)).isZero();
    assertThat(hosts.untilNextTry()).contains(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1));
    assertThat(hosts.circuits()).isEqualTo(Map.of("a", Circuit.State.HALF_OPEN));
    assertThat(room(hosts)).isEqualTo(1);

    call(hosts, 1, HostHealth.SICK);
    assertThat(room(hosts)).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(room(hosts)).as("the while is longer now").isZero();
    pass(Duration.ofSeconds(1));
    call(hosts, 1, HostHealth.WELL);
    assertThat(hosts.circuits()).isEmpty();
    assertThat(room(hosts)).isEqualTo(50);
  }

  @Test
  void loopsDoNotWakeForATrialThatNoCallWants() {
    Hosts hosts = new Hosts(100, 50, clock);
    call(hosts, Circuit.FAILURES_TO_OPEN, HostHealth.SICK);
    pass(Duration.ofSeconds(1));

    assertThat(room(hosts)).isEqualTo(1);
    assertThat(hosts.untilNextTry()).isEmpty();
  }

  @Test
  void noOtherCallPassesDuringATrialCall() {
    Hosts hosts = new Hosts(100, 50, clock);
    call(hosts, Circuit.FAILURES_TO_OPEN, HostHealth.SICK);
    pass(Duration.ofSeconds(1));
    try (var room = hosts.reserve(List.of("a"), 1)) {
      room.use("a");
    }

    assertThat(room(hosts)).isZero();
    assertThat(hosts.untilNextTry()).isEmpty();
    hosts.leave("a", HostHealth.UNKNOWN);
    assertThat(room(hosts)).as("a call that was not made decides nothing").isEqualTo(1);
  }

  @Test
  void anAnswerInBetweenKeepsTheCircuitClosed() {
    Hosts hosts = new Hosts(100, 50, clock);
    for (int i = 0; i < 5; i++) {
      call(hosts, Circuit.FAILURES_TO_OPEN - 1, HostHealth.SICK);
      call(hosts, 1, HostHealth.WELL);
    }
    assertThat(hosts.sick("a")).isFalse();
  }

  private static void call(Hosts hosts, int times, HostHealth health) {
    for (int i = 0; i < times; i++) {
      try (var room = hosts.reserve(List.of("a"), 1)) {
        room.use("a");
      }
      hosts.leave("a", health);
    }
  }

  private static int room(Hosts hosts) {
    try (var room = hosts.reserve(List.of("a"), 1)) {
      return room.total();
    }
  }

  private void pass(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  @Test
  void aSickHostThatIsNoLongerCalledIsForgotten() {
    Hosts hosts = new Hosts(8, 3, clock);
    for (int i = 0; i < Circuit.FAILURES_TO_OPEN; i++) {
      hosts.enter("dead");
      hosts.leave("dead", HostHealth.SICK);
    }
    assertThat(hosts.circuits()).isEqualTo(Map.of("dead", Circuit.State.OPEN));
    now.set(START.plus(Circuit.KEPT).minusMillis(1));
    assertThat(hosts.circuits()).isEqualTo(Map.of("dead", Circuit.State.HALF_OPEN));
    now.set(START.plus(Circuit.KEPT));
    assertThat(hosts.circuits()).isEmpty();
  }
}
