package dev.edgewise.server.store.claim;

import dev.edgewise.core.rule.Admission;
import dev.edgewise.core.rule.Candidate;
import dev.edgewise.core.rule.MatchKey;
import dev.edgewise.core.rule.RateKey;
import dev.edgewise.core.rule.RuleDecision;
import dev.edgewise.core.rule.Usage;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.claim.RuledTasks.Contender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Decides about tasks in which rules, the bounds of spreads or the limits of workspaces have a say.
 *
 * <p>Whatever those count is locked first, so that across all servers one claim at a time decides
 * about it. Then it is read what is held, and after that, so that no task is missed that was ready
 * when a place became free, which tasks are ready: those in the lanes, and those that are parked on
 * a place which is free now. The most urgent ones get the places.
 */
final class RuledClaim {
  /** Tasks with further rules may turn up among the parked ones, and these may lead to others. */
  private static final int MAX_LOOKS = 3;

  private final Handle handle;
  private final ClaimRequest request;
  private final Map<Integer, Integer> maxRunning;
  private final Supplier<Instant> clock;
  private final Set<String> locked = new TreeSet<>();

  /**
   * @param maxRunning the limits of workspaces by number
   * @param clock asked once the locks are held
   */
  RuledClaim(
      Handle handle,
      ClaimRequest request,
      Map<Integer, Integer> maxRunning,
      Supplier<Instant> clock) {
    this.maxRunning = maxRunning;
    this.clock = clock;
    this.handle = handle;
    this.request = request;
  }

  /**
   * What is to become of tasks.
   *
   * @param admitted may be taken, in this order
   * @param parked what others wait for, as far as it is not known already
   * @param awaited the rates whose tokens others wait for
   * @param used what was in use before
   */
  record Verdict(
      Map<TaskKey, Candidate> admitted,
      Map<TaskKey, String> parked,
      Set<RateKey> awaited,
      Usage used) {

    /** Sets aside those that were not admitted. */
    void park(Handle handle) {
      if (parked.isEmpty()) {
        return;
      }
      var columns = new Columns();
      var named = columns.keys();
      var places = columns.texts("parked");
      parked.forEach((task, place) -> {
        named.add(task);
        places.add(place);
      });
      columns.bindTo(handle.createUpdate(Sql.named("queue/park"))).execute();
    }

    /**
     * Takes a token of each rate for each task that has started.
     *
     * @return the time until a task that waits for a token may start; empty when none is known to
     *     wait
     */
    Optional<Duration> takeTokens(Handle handle, List<Claimed> taken) {
      Map<RateKey, Integer> starts = new HashMap<>();
      awaited.forEach(rate -> starts.put(rate, 0));
      for (Claimed claimed : taken) {
        Candidate candidate = Objects.requireNonNull(admitted.get(claimed.task()));
        for (RateKey rate : Admission.rates(List.of(candidate))) {
          starts.merge(rate, 1, Integer::sum);
        }
      }
      return RateBuckets.write(handle, used, starts).map(due -> Duration.between(used.now(), due));
    }
  }

  Verdict decide() {
    List<Contender> known = contenders(Set.of());
    lock(known);
    for (int look = 1; ; look++) {
      Situation situation = new Situation(known);
      Set<String> free = situation.freePlaces();
      List<Contender> ready = free.isEmpty() ? known : contenders(free);
      List<Contender> strangers = ready.stream().filter(each -> !situation.knows(each)).toList();
      if (strangers.isEmpty() || look == MAX_LOOKS || !tryLock(strangers)) {
        return situation.verdict(ready);
      }
      known = merged(known, strangers);
    }
  }

  private static List<Contender> merged(List<Contender> some, List<Contender> more) {
    List<Contender> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private List<Contender> contenders(Set<String> places) {
    var columns = new Columns();
    Claims.addRooms(columns, request);
    var named = columns.texts("places");
    places.forEach(named::add);
    return columns
        .bindTo(handle.createQuery(Sql.named("queue/candidates")))
        .bind("max", request.max())
        .map((row, _) -> Contender.read(row, maxRunning))
        .list();
  }

  private void lock(List<Contender> contenders) {
    Set<String> names = locks(contenders);
    if (!names.isEmpty()) {
      handle
          .createQuery(Sql.named("queue/lock_places"))
          .bind("names", Columns.texts(names))
          .mapTo(String.class)
          .list();
      locked.addAll(names);
    }
  }

  /** Waiting now could mean to wait for a claim that waits for this one. */
  private boolean tryLock(List<Contender> contenders) {
    Set<String> names = locks(contenders);
    names.removeAll(locked);
    boolean all =
        names.isEmpty()
            || handle
                .createQuery(Sql.named("queue/try_lock_places"))
                .bind("names", Columns.texts(names))
                .mapTo(Boolean.class)
                .one();
    if (all) {
      locked.addAll(names);
    }
    return all;
  }

  /** In one order, so that two claims never wait for each other. */
  private static Set<String> locks(Collection<Contender> contenders) {
    return contenders.stream()
        .flatMap(Contender::locks)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is held of all that the rules and spreads of some contenders count. */
  private final class Situation {
    private final List<Contender> known;
    private final Set<MatchKey> keys;
    private final Set<RateKey> rates;
    private final Usage usage;
    private final Rooms rooms;

    Situation(List<Contender> known) {
      var candidates = known.stream().map(Contender::candidate).toList();
      this.known = known;
      this.keys = Admission.keys(candidates);
      this.rates = Admission.rates(candidates);
      this.rooms = Rooms.of(handle, known);
      this.usage = RuledTasks.usage(handle, candidates, clock.get());
    }

    /** Whether it knows all that has to be known to decide about a contender. */
    boolean knows(Contender contender) {
      List<Candidate> candidate = List.of(contender.candidate());
      return keys.containsAll(Admission.keys(candidate))
          && rates.containsAll(Admission.rates(candidate))
          && rooms.know(contender);
    }

    /** The places on which parked tasks may wait that a contender could have now. */
    Set<String> freePlaces() {
      Admission admission = admission(known);
      return known.stream()
          .filter(each -> rooms.hasRoom(each) && admission.obstacles(each.candidate()).isEmpty())
          .flatMap(Contender::places)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private Admission admission(List<Contender> contenders) {
      return new Admission(contenders.stream().map(Contender::candidate).toList(), usage);
    }

    /**
     * Admits as many as there is room for. It ends at the first that it does not know all about:
     * one behind that could be taken in its place.
     */
    Verdict verdict(List<Contender> ready) {
      Admission admission = admission(ready);
      Map<String, Integer> left = new HashMap<>(request.rooms());
      Map<TaskKey, Candidate> admitted = new LinkedHashMap<>();
      Map<TaskKey, String> parked = new LinkedHashMap<>();
      Set<RateKey> awaited = new HashSet<>();
      for (Contender contender : ready) {
        if (!knows(contender) || admitted.size() == request.max()) {
          break;
        }
        if (left.merge(contender.lane(), 0, Integer::sum) <= 0) {
          continue;
        }
        boolean roomy = rooms.hasRoom(contender);
        if (roomy && admission.admit(contender.candidate()) instanceof RuleDecision.Admitted) {
          rooms.take(contender);
          left.merge(contender.lane(), -1, Integer::sum);
          admitted.put(contender.task(), contender.candidate());
        } else {
          String place = contender.parkingPlace(admission, rooms);
          if (!place.equals(contender.parked())) {
            parked.put(contender.task(), place);
            awaited.addAll(Admission.rates(List.of(contender.candidate())));
          }
        }
      }
      return new Verdict(admitted, parked, awaited, usage);
    }
  }
}
