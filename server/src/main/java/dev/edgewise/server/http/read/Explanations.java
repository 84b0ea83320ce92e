package dev.edgewise.server.http.read;

import dev.edgewise.api.Explanation;
import dev.edgewise.api.HeldTask;
import dev.edgewise.api.QueuePlace;
import dev.edgewise.api.RootCause;
import dev.edgewise.api.RuleObstacle;
import dev.edgewise.api.RuleType;
import dev.edgewise.api.TaskLease;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.api.UnmetEdge;
import dev.edgewise.core.rule.Rule;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.Obstacle;
import dev.edgewise.server.store.read.Circumstances;
import dev.edgewise.server.store.read.Circumstances.Hold;
import dev.edgewise.server.store.read.Circumstances.Place;
import dev.edgewise.server.store.read.Circumstances.Root;
import dev.edgewise.server.store.read.Circumstances.Standing;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns the circumstances of a task into the explanation that the API returns. */
final class Explanations {

  private Explanations() {}

  static Explanation of(UUID taskId, Circumstances circumstances, Predicate<String> circuitOpen) {
    Standing standing = circumstances.standing();
    return new Explanation(
        taskId,
        TaskViews.status(standing.state()),
        standing.attempt(),
        Reasons.of(circumstances, circuitOpen),
        circumstances.unmet().stream().map(Explanations::edge).toList(),
        circumstances.unmetCount(),
        status(standing.pausedFrom()),
        standing.nextRetryAt(),
        standing.startsAt(),
        Lane.isHook(standing.lane()) ? Lane.host(standing.lane()) : null,
        place(circumstances.place()),
        lease(circumstances.hold()),
        TaskViews.waiting(circumstances.waiting()),
        circumstances.call() == null ? null : circumstances.call().child(),
        cause(circumstances.root()));
  }

  private static @Nullable TaskStatus status(@Nullable TaskState state) {
    return state == null ? null : TaskViews.status(state);
  }

  private static UnmetEdge edge(Circumstances.UnmetEdge edge) {
    return new UnmetEdge(
        edge.parent().publicId(),
        edge.name(),
        status(edge.state()),
        TaskViews.condition(edge.condition()),
        edge.satisfied());
  }

  private static @Nullable QueuePlace place(@Nullable Place place) {
    return place == null
        ? null
        : new QueuePlace(
            place.ahead(),
            place.parked(),
            place.obstacles().stream().map(Explanations::obstacle).toList());
  }

  private static RuleObstacle obstacle(Obstacle obstacle) {
    return new RuleObstacle(
        switch (obstacle.rule()) {
          case Rule.Concurrency _ -> RuleType.CONCURRENCY;
          case Rule.Capacity _ -> RuleType.CAPACITY;
          case Rule.Rate _ -> RuleType.RATE;
        },
        obstacle.reason(),
        obstacle.holders().stream()
            .map(held -> new HeldTask(held.task().publicId(), held.name(), held.holder()))
            .toList());
  }

  private static @Nullable RootCause cause(@Nullable Root root) {
    return root == null
        ? null
        : new RootCause(
            root.task().publicId(), root.name(), TaskViews.status(root.state()), root.reason());
  }

  private static @Nullable TaskLease lease(@Nullable Hold hold) {
    return hold == null ? null : new TaskLease(hold.holder(), hold.worker(), hold.until());
  }
}
