package dev.edgewise.server.http.read;

import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.Obstacle;
import dev.edgewise.server.store.claim.Obstacle.Holder;
import dev.edgewise.server.store.read.Circumstances;
import dev.edgewise.server.store.read.Circumstances.Call;
import dev.edgewise.server.store.read.Circumstances.Hold;
import dev.edgewise.server.store.read.Circumstances.JoinProgress;
import dev.edgewise.server.store.read.Circumstances.KeyAhead;
import dev.edgewise.server.store.read.Circumstances.Place;
import dev.edgewise.server.store.read.Circumstances.Root;
import dev.edgewise.server.store.read.Circumstances.Standing;
import dev.edgewise.server.store.read.Circumstances.UnmetEdge;
import dev.edgewise.server.store.read.TaskDetail;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains the state of a task in sentences. */
final class Reasons {
  private static final int NAMED_MAX = 5;

  private final Circumstances circumstances;
  private final Predicate<String> circuitOpen;
  private final Standing standing;
  private final List<String> sentences = new ArrayList<>();

  private Reasons(Circumstances circumstances, Predicate<String> circuitOpen) {
    this.circumstances = circumstances;
    this.circuitOpen = circuitOpen;
    this.standing = circumstances.standing();
  }

  /**
   * The sentences, the most important first.
   *
   * @param circuitOpen whether the circuit breaker of a host is open
   */
  static List<String> of(Circumstances circumstances, Predicate<String> circuitOpen) {
    Reasons reasons = new Reasons(circumstances, circuitOpen);
    reasons.explain(circumstances.standing().state());
    return reasons.sentences;
  }

  private void explain(TaskState state) {
    switch (state) {
      case WAITING -> {
        join();
        edges("It waits for");
      }
      case PENDING -> ready();
      case CLAIMED, RUNNING -> held(state);
      case RETRY_PENDING ->
          say(
              "Attempt %d failed (%s); the next one starts at %s."
                  .formatted(
                      standing.attempt() - 1,
                      standing.failureReason(),
                      moment(standing.nextRetryAt())));
      case PAUSED -> paused();
      case SUCCESS -> say("It has succeeded.");
      case FAILURE -> say("It failed in attempt %d: %s.".formatted(standing.attempt(), reason()));
      case CANCELED -> say("It was canceled%s.".formatted(because(standing.failureReason())));
      case SKIPPED -> {
        say("It was skipped: %s.".formatted(reason()));
        join();
        edges("Not satisfied:");
        root();
      }
    }
  }

  private void join() {
    JoinProgress join = standing.join();
    if (join != null) {
      say(
          "It needs %d of its %d dependencies, of which %d %s satisfied."
              .formatted(
                  join.needed(),
                  join.edges(),
                  join.satisfied(),
                  join.satisfied() == 1 ? "is" : "are"));
    }
  }

  private void edges(String beginning) {
    List<UnmetEdge> unmet = circumstances.unmet();
    if (unmet.isEmpty()) {
      return;
    }
    String names =
        unmet.stream().limit(NAMED_MAX).map(Reasons::words).collect(Collectors.joining(", "));
    long more = circumstances.unmetCount() - Math.min(NAMED_MAX, unmet.size());
    say("%s %s%s.".formatted(beginning, names, more > 0 ? " and " + more + " more" : ""));
  }

  private static String words(UnmetEdge edge) {
    return "%s (%s, %s)"
        .formatted(
            edge.name() == null ? edge.parent() : edge.name(),
            TaskViews.words(edge.condition()),
            edge.state() == null ? "removed" : edge.state().wireName());
  }

  private void ready() {
    if (standing.startsAt() != null) {
      say("It is ready but does not start before %s.".formatted(moment(standing.startsAt())));
    }
    Place place = circumstances.place();
    if (place == null) {
      return;
    }
    for (Obstacle obstacle : place.obstacles()) {
      say("A rule holds it back: %s%s.".formatted(obstacle.reason(), holders(obstacle)));
    }
    if (!place.obstacles().isEmpty()) {
      return;
    }
    if (place.parked() != null) {
      say(
          place.parked().startsWith(Lane.SPREAD)
              ? "It waits for another item of its spread to end."
              : "The rule that held it back no longer does; it will be tried again at once.");
    }
    String ahead = place.ahead() == 0 ? "no task" : place.ahead() + " tasks";
    if (Lane.isHook(standing.lane()) && circuitOpen.test(Lane.host(standing.lane()))) {
      say(
          "It is ready, but %s does not answer: its circuit is open, with %s ahead of it."
              .formatted(Lane.host(standing.lane()), ahead));
    } else if (Lane.isHook(standing.lane())) {
      say(
          "It is ready and waits for a free call to %s, with %s ahead of it."
              .formatted(Lane.host(standing.lane()), ahead));
    } else {
      say(
          "It is ready and waits for a worker of kind '%s': %s ahead of it, %d running."
              .formatted(standing.kind(), ahead, place.held()));
    }
    aheadByKey(place);
  }

  private void aheadByKey(Place place) {
    for (KeyAhead ahead : place.aheadByKey()) {
      boolean one = ahead.count() == 1;
      String tasks = one ? "1 task" : ahead.count() + " tasks";
      String verb = one ? "is" : "are";
      say(
          ahead.key() == null
              ? "%s without a fairness key %s before it.".formatted(tasks, verb)
              : "%s of fairness key %s %s before it.".formatted(tasks, ahead.key(), verb));
    }
  }

  /** The tasks that the rule counts. */
  private static String holders(Obstacle obstacle) {
    List<Holder> holders = obstacle.holders();
    String names =
        holders.stream()
            .limit(NAMED_MAX)
            .map(holder -> "%s (%s)".formatted(holder.name(), holder.holder()))
            .collect(Collectors.joining(", "));
    return holders.isEmpty()
        ? ""
        : ", held by " + names + (holders.size() > NAMED_MAX ? " and others" : "");
  }

  /** The parents that are named already were skipped, too, unless the chain has one link. */
  private void root() {
    Root root = circumstances.root();
    if (root != null && root.steps() > 1) {
      say(
          "It began with %s, which is %s%s."
              .formatted(root.name(), root.state().wireName(), because(root.reason())));
    }
  }

  private void held(TaskState state) {
    Hold hold = circumstances.hold();
    if (hold == null) {
      unexecuted();
      return;
    }
    if (state == TaskState.CLAIMED) {
      say(
          "Server %s is calling %s; its claim lasts until %s."
              .formatted(hold.holder(), Lane.host(standing.lane()), moment(hold.until())));
    } else if (hold.worker()) {
      say(
          "Worker %s is running it; the lease lasts until %s."
              .formatted(hold.holder(), moment(hold.until())));
    } else {
      say(
          "It runs at %s and times out at %s unless the receiver reports before."
              .formatted(
                  Lane.isHook(standing.lane()) ? Lane.host(standing.lane()) : hold.holder(),
                  moment(hold.until())));
    }
  }

  /** A task that runs without an executor. */
  private void unexecuted() {
    TaskDetail.Wait waiting = circumstances.waiting();
    if (waiting != null) {
      say(Waits.sentence(waiting, Reasons::moment));
    }
    Call call = circumstances.call();
    if (call != null) {
      say(
          call.child() == null
              ? "It calls the workflow '%s', which has not started yet.".formatted(call.workflow())
              : "It runs the workflow '%s' as batch %s: %d of %d tasks have ended."
                  .formatted(call.workflow(), call.child(), call.ended(), call.tasks()));
      if (!call.open().isEmpty()) {
        say(
            "That batch waits for %s."
                .formatted(
                    call.open().stream()
                        .map(open -> "%s (%s)".formatted(open.name(), open.state().wireName()))
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private void paused() {
    TaskState before = standing.pausedFrom();
    say("It is paused; before that it was %s.".formatted(before == null ? "" : before.wireName()));
    if (before == TaskState.WAITING) {
      join();
      edges("It would wait for");
    }
    unexecuted();
  }

  private String reason() {
    return String.valueOf(standing.failureReason());
  }

  /** Sentences show times in seconds; the other fields of the explanation are exact. */
  private static String moment(@Nullable Instant moment) {
    return moment == null ? "" : moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String because(@Nullable String reason) {
    return reason == null ? "" : ": " + reason;
  }

  private void say(String sentence) {
    sentences.add(sentence);
  }
}
