package dev.edgewise.core.scenario;

import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.Fail;
import dev.edgewise.core.model.Command.GiveUp;
import dev.edgewise.core.model.Command.OfTask;
import dev.edgewise.core.model.Command.Start;
import dev.edgewise.core.model.Command.Submit;
import dev.edgewise.core.model.Command.Succeed;
import dev.edgewise.core.model.Dag;
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

  private final Predicate<List<Command>> fails;
  private int tries;

  /**
   * @param fails whether a script still shows a difference
   */
  Shrinking(Predicate<List<Command>> fails) {
    this.fails = fails;
  }

  List<Command> shrink(List<Command> script) {
    List<Command> smallest = script;
    while (true) {
      Optional<List<Command>> smaller = smaller(smallest);
      if (smaller.isEmpty()) {
        return smallest;
      }
      smallest = smaller.get();
    }
  }

  /** The first simpler script that still fails; empty if there is none or it takes too long. */
  private Optional<List<Command>> smaller(List<Command> script) {
    for (List<Command> candidate : candidates(script)) {
      if (tries++ >= MAX_TRIES) {
        return Optional.empty();
      }
      if (fails.test(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static List<List<Command>> candidates(List<Command> script) {
    List<List<Command>> candidates = new ArrayList<>();
    for (int at = script.size() - 1; at > 0; at--) {
      List<Command> shorter = new ArrayList<>(script);
      shorter.remove(at);
      candidates.add(shorter);
    }
    if (script.getFirst() instanceof Submit(Dag dag)) {
      for (int number = 0; number < dag.nodes().size() && dag.nodes().size() > 1; number++) {
        candidates.add(withoutTask(script, dag, number));
      }
      for (int number = 0; number < dag.nodes().size(); number++) {
        for (Dag.Node simpler : simplerNodes(dag.nodes().get(number))) {
          List<Dag.Node> nodes = new ArrayList<>(dag.nodes());
          nodes.set(number, simpler);
          candidates.add(withDag(script, new Dag(nodes)));
        }
      }
    }
    for (int at = 1; at < script.size(); at++) {
      Command plain = withoutToken(script.get(at));
      if (!plain.equals(script.get(at))) {
        List<Command> simpler = new ArrayList<>(script);
        simpler.set(at, plain);
        candidates.add(simpler);
      }
    }
    return candidates;
  }

  private static List<Command> withDag(List<Command> script, Dag dag) {
    List<Command> simpler = new ArrayList<>(script);
    simpler.set(0, new Submit(dag));
    return simpler;
  }

  private static List<Command> withoutTask(List<Command> script, Dag dag, int gone) {
    List<Dag.Node> nodes = new ArrayList<>();
    for (Dag.Node node : dag.nodes()) {
      List<Dag.Edge> parents =
          node.parents().stream()
              .filter(edge -> edge.parent() != gone)
              .map(edge ->
                  new Dag.Edge(
                      edge.parent() > gone ? edge.parent() - 1 : edge.parent(), edge.condition()))
              .toList();
      nodes.add(node.below(parents));
    }
    String name = nodes.remove(gone).name();
    List<Command> rest =
        script.stream()
            .filter(command -> !(command instanceof OfTask ofTask && isOrItemOf(ofTask, name)))
            .toList();
    return withDag(rest, new Dag(nodes));
  }

  private static boolean isOrItemOf(OfTask command, String name) {
    return command.task().equals(name) || command.task().startsWith(name + "[");
  }

  private static List<Dag.Node> simplerNodes(Dag.Node node) {
    List<Dag.Node> simpler = new ArrayList<>();
    for (Dag.Edge edge : node.parents()) {
      List<Dag.Edge> rest = node.parents().stream().filter(other -> !other.equals(edge)).toList();
      simpler.add(node.below(rest));
    }
    boolean plain = !node.barrier() && node.retry() == null;
    if (!plain || node.decision() != Dag.Decision.EXECUTED) {
      simpler.add(
          new Dag.Node(
              node.name(),
              node.parents(),
              false,
              null,
              node.timeoutSecs(),
              plain ? Dag.Decision.EXECUTED : node.decision(),
              node.spread()));
    }
    simplerSpreads(node.spread())
        .forEach(spread ->
            simpler.add(
                new Dag.Node(
                    node.name(),
                    node.parents(),
                    node.barrier(),
                    node.retry(),
                    node.timeoutSecs(),
                    node.decision(),
                    spread)));
    return simpler;
  }

  private static List<Dag.Spread> simplerSpreads(Dag.@Nullable Spread spread) {
    if (spread == null) {
      return List.of();
    }
    int fewer = Math.max(0, spread.count() - 1);
    return Stream.of(
            new Dag.Spread(fewer, spread.guarded(), spread.collect(), spread.parallel()),
            new Dag.Spread(spread.count(), Set.of(), spread.collect(), spread.parallel()),
            new Dag.Spread(spread.count(), spread.guarded(), false, spread.parallel()),
            new Dag.Spread(spread.count(), spread.guarded(), spread.collect(), 0))
        .filter(simpler -> !simpler.equals(spread))
        .toList();
  }

  private static Command withoutToken(Command command) {
    return switch (command) {
      case Start(String task, _) -> new Start(task, null);
      case Succeed(String task, _) -> new Succeed(task, null);
      case GiveUp(String task, _) -> new GiveUp(task, null);
      case Fail fail -> new Fail(fail.task(), null, fail.type(), fail.retryable(), fail.reason());
      default -> command;
    };
  }
}
