package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.Join;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.GiveUp;
import dev.edgewise.oracle.model.Stimulus.OfTask;
import dev.edgewise.oracle.model.Stimulus.Start;
import dev.edgewise.oracle.model.Stimulus.Submit;
import dev.edgewise.oracle.model.Stimulus.Succeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a script that shows a difference as small as it easily gets. */
final class Shrinking {
  private static final int MAX_TRIES = 1_000;

  private final Predicate<List<Stimulus>> fails;
  private int tries;

  /**
   * @param fails whether a script still shows a difference
   */
  Shrinking(Predicate<List<Stimulus>> fails) {
    this.fails = fails;
  }

  List<Stimulus> shrink(List<Stimulus> script) {
    List<Stimulus> smallest = script;
    while (true) {
      Optional<List<Stimulus>> smaller = smaller(smallest);
      if (smaller.isEmpty()) {
        return smallest;
      }
      smallest = smaller.get();
    }
  }

  /** The first simpler script that still fails; empty if there is none or it takes too long. */
  private Optional<List<Stimulus>> smaller(List<Stimulus> script) {
    for (List<Stimulus> candidate : candidates(script)) {
      if (tries++ >= MAX_TRIES) {
        return Optional.empty();
      }
      if (fails.test(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static List<List<Stimulus>> candidates(List<Stimulus> script) {
    List<List<Stimulus>> candidates = new ArrayList<>();
    for (int at = script.size() - 1; at > 0; at--) {
      List<Stimulus> shorter = new ArrayList<>(script);
      shorter.remove(at);
      candidates.add(shorter);
    }
    if (script.getFirst() instanceof Submit(DagModel dag)) {
      for (int number = 0; number < dag.nodes().size() && dag.nodes().size() > 1; number++) {
        candidates.add(withoutTask(script, dag, number));
      }
      for (int number = 0; number < dag.nodes().size(); number++) {
        for (DagModel.Node simpler : simplerNodes(dag.nodes().get(number))) {
          List<DagModel.Node> nodes = new ArrayList<>(dag.nodes());
          nodes.set(number, simpler);
          candidates.add(withDag(script, dag.of(nodes)));
        }
      }
      DagModel unlimited = new DagModel(dag.nodes(), dag.stopsOnFailure(), 0);
      Stream.of(unlimited, new DagModel(dag.nodes(), false, dag.deadlineSecs()))
          .filter(simpler -> !simpler.equals(dag))
          .forEach(simpler -> candidates.add(withDag(script, simpler)));
    }
    for (int at = 1; at < script.size(); at++) {
      Stimulus plain = withoutToken(script.get(at));
      if (!plain.equals(script.get(at))) {
        List<Stimulus> simpler = new ArrayList<>(script);
        simpler.set(at, plain);
        candidates.add(simpler);
      }
    }
    return candidates;
  }

  private static List<Stimulus> withDag(List<Stimulus> script, DagModel dag) {
    List<Stimulus> simpler = new ArrayList<>(script);
    simpler.set(0, new Submit(dag));
    return simpler;
  }

  private static List<Stimulus> withoutTask(List<Stimulus> script, DagModel dag, int gone) {
    List<DagModel.Node> nodes = new ArrayList<>();
    for (DagModel.Node node : dag.nodes()) {
      List<DagModel.Edge> parents =
          node.parents().stream()
              .filter(edge -> edge.parent() != gone)
              .map(edge ->
                  new DagModel.Edge(
                      edge.parent() > gone ? edge.parent() - 1 : edge.parent(), edge.condition()))
              .toList();
      nodes.add(node.below(parents));
    }
    String name = nodes.remove(gone).name();
    List<Stimulus> rest =
        script.stream()
            .filter(stimulus -> !(stimulus instanceof OfTask ofTask && isOrItemOf(ofTask, name)))
            .toList();
    return withDag(rest, dag.of(nodes));
  }

  private static boolean isOrItemOf(OfTask stimulus, String name) {
    return stimulus.task().equals(name) || stimulus.task().startsWith(name + "[");
  }

  private static List<DagModel.Node> simplerNodes(DagModel.Node node) {
    List<DagModel.Node> simpler = new ArrayList<>();
    for (DagModel.Edge edge : node.parents()) {
      List<DagModel.Edge> rest =
          node.parents().stream().filter(other -> !other.equals(edge)).toList();
      simpler.add(node.below(rest));
    }
    if (!node.join().all()) {
      simpler.add(node.joining(Join.ALL));
    }
    if (node.barrier() || node.retry() != null) {
      simpler.add(
          new DagModel.Node(
              node.name(),
              node.parents(),
              node.join(),
              false,
              null,
              node.timeoutSecs(),
              node.deadlineSecs(),
              node.work(),
              node.spread()));
    } else if (node.work() != DagModel.WhenReady.EXECUTED) {
      simpler.add(node.doing(DagModel.WhenReady.EXECUTED));
    }
    if (node.deadlineSecs() > 0) {
      simpler.add(node.within(0));
    }
    simplerSpreads(node.spread()).forEach(spread -> simpler.add(node.spreading(spread)));
    return simpler;
  }

  private static List<DagModel.Spread> simplerSpreads(DagModel.@Nullable Spread given) {
    if (given == null) {
      return List.of();
    }
    int count = given.count();
    int fewer = Math.max(0, count - 1);
    Set<Integer> guarded = given.guarded();
    DagModel.Errors errors = given.errors();
    DagModel.Minimum minimum = given.minimum();
    int parallel = given.parallel();
    return Stream.of(
            new DagModel.Spread(fewer, guarded, errors, minimum, parallel),
            new DagModel.Spread(count, Set.of(), errors, minimum, parallel),
            new DagModel.Spread(count, guarded, DagModel.Errors.FAIL, minimum, parallel),
            new DagModel.Spread(count, guarded, errors, null, parallel),
            new DagModel.Spread(count, guarded, errors, minimum, 0))
        .filter(simpler -> !simpler.equals(given))
        .toList();
  }

  private static Stimulus withoutToken(Stimulus stimulus) {
    return switch (stimulus) {
      case Start(String task, _) -> new Start(task, null);
      case Succeed(String task, _) -> new Succeed(task, null);
      case GiveUp(String task, _) -> new GiveUp(task, null);
      case Fail fail -> new Fail(fail.task(), null, fail.type(), fail.retryable(), fail.reason());
      default -> stimulus;
    };
  }
}
