package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.oracle.model.DagModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws graphs: mostly small ones, where everything happens to everybody soon. */
final class RandomDag {
  private static final int SMALL = 12;
  private static final int LARGE = 40;
  private static final int MAX_PARENTS = 3;
  private static final int MAX_ITEMS = 4;
  private static final int MAX_SECS = 100;

  private final RandomGenerator random;

  /** Whether the graph has what is not simply executed: waits, calls, returns and deadlines. */
  private boolean varied;

  RandomDag(RandomGenerator random) {
    this.random = random;
  }

  DagModel draw() {
    boolean large = random.nextInt(20) == 0;
    varied = random.nextInt(3) > 0;
    int size = large ? random.nextInt(SMALL, LARGE) : random.nextInt(2, SMALL + 1);
    // A shuffled numbering: a parent may well have a higher number than its child.
    List<Integer> order = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      order.add(number);
    }
    shuffle(order);
    DagModel.Node[] nodes = new DagModel.Node[size];
    for (int place = 0; place < size; place++) {
      int number = order.get(place);
      List<DagModel.Edge> parents = parents(order.subList(0, place));
      Join join = join(parents.size());
      DagModel.Work work = work(join);
      boolean returns = work == DagModel.WhenReady.OUTPUT || work == DagModel.WhenReady.RETURN;
      nodes[number] =
          new DagModel.Node(
              "n" + (number + 1),
              parents,
              join,
              random.nextInt(8) == 0,
              random.nextInt(3) == 0 ? policy() : null,
              DagModel.DEFAULT_TIMEOUT_SECS,
              varied && !work.inline() && random.nextInt(5) == 0 ? seconds() : 0,
              work,
              !returns && random.nextInt(8) == 0 ? spread() : null);
    }
    return new DagModel(
        List.of(nodes),
        varied && random.nextInt(4) == 0,
        varied && random.nextInt(4) == 0 ? seconds() : 0);
  }

  private int seconds() {
    return random.nextInt(1, MAX_SECS);
  }

  private List<DagModel.Edge> parents(List<Integer> earlier) {
    if (earlier.isEmpty() || random.nextInt(6) == 0) {
      return List.of();
    }
    List<Integer> candidates = new ArrayList<>(earlier);
    shuffle(candidates);
    int count = Math.min(candidates.size(), 1 + random.nextInt(MAX_PARENTS));
    List<DagModel.Edge> edges = new ArrayList<>();
    for (int parent : candidates.subList(0, count)) {
      edges.add(new DagModel.Edge(parent, condition()));
    }
    return edges;
  }

  private Join join(int parents) {
    if (parents == 0 || random.nextInt(3) > 0) {
      return Join.ALL;
    }
    int count = random.nextInt(parents + 1);
    return count == 0 ? Join.ANY : new Join(count);
  }

  private DagModel.Work work(Join join) {
    int draw = random.nextInt(varied ? 30 : 20);
    return switch (draw) {
      case 0 -> DagModel.WhenReady.GUARDED;
      case 1 -> DagModel.WhenReady.ERROR;
      // Which parents have ended that a join did not need depends on the order within a step.
      case 2, 3 -> join.all() ? DagModel.WhenReady.VALUE : DagModel.WhenReady.EXECUTED;
      case 20 -> join.all() ? DagModel.WhenReady.OUTPUT : DagModel.WhenReady.EXECUTED;
      case 21 -> join.all() ? DagModel.WhenReady.RETURN : DagModel.WhenReady.EXECUTED;
      case 22 -> DagModel.WhenReady.UNCLEAR;
      case 23, 24, 25 -> DagModel.WhenReady.CALL;
      case 26, 27, 28, 29 -> waiting();
      default -> DagModel.WhenReady.EXECUTED;
    };
  }

  private DagModel.Wait waiting() {
    boolean signal = random.nextInt(3) > 0;
    return new DagModel.Wait(
        signal ? RandomRun.SIGNALS.get(random.nextInt(RandomRun.SIGNALS.size())) : null,
        signal ? 0 : seconds(),
        random.nextInt(3) == 0 ? seconds() : 0);
  }

  private DagModel.Spread spread() {
    int count = random.nextInt(MAX_ITEMS + 1);
    Set<Integer> guarded = new HashSet<>();
    for (int index = 0; index < count; index++) {
      if (random.nextInt(12) == 0) {
        guarded.add(index);
      }
    }
    int parallel = random.nextInt(2) == 0 ? 0 : random.nextInt(1, MAX_ITEMS);
    List<DagModel.Errors> all = List.of(DagModel.Errors.values());
    DagModel.Errors errors = all.get(random.nextInt(all.size()));
    boolean bounded = errors != DagModel.Errors.COLLECT && random.nextInt(3) == 0;
    return new DagModel.Spread(count, guarded, errors, bounded ? minimum() : null, parallel);
  }

  private DagModel.Minimum minimum() {
    return random.nextInt(2) == 0
        ? new DagModel.Minimum(random.nextInt(1, MAX_ITEMS + 1), false)
        : new DagModel.Minimum(random.nextInt(1, 101), true);
  }

  private Condition condition() {
    int draw = random.nextInt(12);
    if (draw < 5) {
      return Condition.ALWAYS;
    }
    if (draw < 8) {
      return Condition.ON_SUCCESS;
    }
    List<Condition> all = Condition.all();
    return draw < 10 ? Condition.ON_FAILURE : all.get(random.nextInt(all.size()));
  }

  private RetryPolicy policy() {
    int delay = random.nextInt(1, 10);
    return new RetryPolicy(random.nextInt(1, 4), delay, 2.0, 300, types(), /* jitter= */ 0);
  }

  /** The failures that are retried; null for all of them. */
  private @Nullable Set<FailureType> types() {
    Set<FailureType> types = EnumSet.noneOf(FailureType.class);
    for (FailureType type : FailureType.values()) {
      if (random.nextInt(3) > 0) {
        types.add(type);
      }
    }
    return types.isEmpty() || types.size() == FailureType.values().length ? null : types;
  }

  private void shuffle(List<?> list) {
    Collections.shuffle(list, random);
  }
}
