package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.oracle.model.DagModel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The declarations of a scenario, gathered into a graph. */
final class DagText {
  private static final int DEFAULT_DELAY_SECS = 5;
  private static final double DEFAULT_MULTIPLIER = 2.0;
  private static final int DEFAULT_MAX_DELAY_SECS = 300;

  private final Map<String, List<DagModel.Edge>> edges = new LinkedHashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Join> joins = new HashMap<>();
  private final Set<String> barriers = new HashSet<>();
  private final Map<String, RetryPolicy> policies = new HashMap<>();
  private final Map<String, Integer> timeouts = new HashMap<>();
  private final Map<String, Integer> deadlines = new HashMap<>();
  private final Map<String, DagModel.Work> works = new HashMap<>();
  private final Map<String, DagModel.Spread> spreads = new HashMap<>();
  private boolean stopsOnFailure;
  private int deadlineSecs;

  void declare(String line) {
    List<String> words = ScenarioWords.split(line);
    List<String> rest = words.subList(1, words.size());
    switch (words.getFirst()) {
      case "dag" -> ScenarioWords.items(line.substring("dag".length()), ',').forEach(this::path);
      case "chain" -> chain(rest);
      case "guarded", "value", "error", "output", "return", "unclear", "call" -> {
        DagModel.WhenReady kind =
            DagModel.WhenReady.valueOf(words.getFirst().toUpperCase(Locale.ROOT));
        known(ScenarioWords.names(rest)).forEach(name -> works.put(name, kind));
      }
      case "wait" -> {
        boolean bounded = rest.contains("within");
        int names = rest.size() - (bounded ? 3 : 1);
        DagModel.Wait wait = wait(rest.get(names), bounded ? seconds(rest.getLast()) : 0);
        known(ScenarioWords.names(rest.subList(0, names))).forEach(name -> works.put(name, wait));
      }
      case "stops" -> stopsOnFailure = true;
      case "deadline" -> {
        int seconds = seconds(rest.getLast());
        if (rest.size() == 1) {
          deadlineSecs = seconds;
        }
        known(rest.subList(0, rest.size() - 1)).forEach(name -> deadlines.put(name, seconds));
      }
      case "spread" -> known(rest.subList(0, 1)).forEach(name -> spreads.put(name, spread(rest)));
      case "join" -> known(rest.subList(0, 1)).forEach(name -> joins.put(name, join(rest.get(1))));
      case "barrier" -> barriers.addAll(known(ScenarioWords.names(rest)));
      case "retry" -> known(rest.subList(0, 1)).forEach(name -> policies.put(name, policy(rest)));
      case "timeout" -> {
        int seconds = seconds(rest.getLast());
        known(rest.subList(0, rest.size() - 1)).forEach(name -> timeouts.put(name, seconds));
      }
      default -> throw new IllegalArgumentException("'" + words.getFirst() + "' declares nothing");
    }
  }

  DagModel dag() {
    List<DagModel.Node> nodes = new ArrayList<>();
    edges.forEach((name, parents) ->
        nodes.add(
            new DagModel.Node(
                name,
                parents,
                joins.getOrDefault(name, Join.ALL),
                barriers.contains(name),
                policies.get(name),
                timeouts.getOrDefault(name, DagModel.DEFAULT_TIMEOUT_SECS),
                deadlines.getOrDefault(name, 0),
                works.getOrDefault(name, DagModel.WhenReady.EXECUTED),
                spreads.get(name))));
    return new DagModel(nodes, stopsOnFailure, deadlineSecs);
  }

  private static int seconds(String word) {
    return (int) ScenarioWords.duration(word).toSeconds();
  }

  private static DagModel.Wait wait(String what, int timeout) {
    boolean timed = what.matches("\\d+s");
    return new DagModel.Wait(timed ? null : what, timed ? seconds(what) : 0, timeout);
  }

  private void path(String path) {
    List<String> words = ScenarioWords.split(path.replace("&", " & "));
    List<String> upper = List.of();
    List<String> lower = new ArrayList<>();
    String arrow = "";
    for (String word : words) {
      if (word.endsWith("->")) {
        connect(upper, arrow, lower);
        upper = lower;
        lower = new ArrayList<>();
        arrow = word;
      } else if (!word.equals("&")) {
        lower.add(word);
      }
    }
    connect(upper, arrow, lower);
  }

  private void connect(List<String> parents, String arrow, List<String> children) {
    children.forEach(this::number);
    for (String child : children) {
      for (String parent : parents) {
        edge(parent, ScenarioWords.condition(arrow), child);
      }
    }
  }

  private void chain(List<String> words) {
    List<String> names = ScenarioWords.names(List.of(words.getFirst() + words.get(1)));
    Condition condition = ScenarioWords.condition(words.get(2));
    number(names.getFirst());
    for (int below = 1; below < names.size(); below++) {
      number(names.get(below));
      edge(names.get(below - 1), condition, names.get(below));
    }
  }

  private int number(String name) {
    edges.computeIfAbsent(name, _ -> new ArrayList<>());
    return numbers.computeIfAbsent(name, _ -> numbers.size());
  }

  private void edge(String parent, Condition condition, String child) {
    edges
        .computeIfAbsent(child, _ -> new ArrayList<>())
        .add(new DagModel.Edge(number(parent), condition));
  }

  private List<String> known(List<String> names) {
    for (String name : names) {
      if (!edges.containsKey(name)) {
        throw new IllegalArgumentException("'" + name + "' is not in the graph");
      }
    }
    return names;
  }

  private static Join join(String word) {
    return word.equals("any") ? Join.ANY : new Join(Integer.parseInt(word));
  }

  private static DagModel.Spread spread(List<String> words) {
    Set<Integer> guarded = new HashSet<>();
    DagModel.Errors errors = DagModel.Errors.FAIL;
    DagModel.Minimum minimum = null;
    int parallel = 0;
    for (int at = 2; at < words.size(); at++) {
      switch (words.get(at)) {
        case "collect" -> errors = DagModel.Errors.COLLECT;
        case "failfast" -> errors = DagModel.Errors.FAIL_FAST;
        case "min" -> minimum = minimum(words.get(++at));
        case "parallel" -> parallel = Integer.parseInt(words.get(++at));
        case "without" -> guarded.add(Integer.valueOf(words.get(++at)));
        default ->
            throw new IllegalArgumentException("'" + words.get(at) + "' says nothing of a spread");
      }
    }
    int count = Integer.parseInt(words.get(1));
    return new DagModel.Spread(count, guarded, errors, minimum, parallel);
  }

  private static DagModel.Minimum minimum(String word) {
    return new DagModel.Minimum(Integer.parseInt(word.replace("%", "")), word.endsWith("%"));
  }

  private static RetryPolicy policy(List<String> words) {
    int delay = DEFAULT_DELAY_SECS;
    double multiplier = DEFAULT_MULTIPLIER;
    int max = DEFAULT_MAX_DELAY_SECS;
    Set<FailureType> types = EnumSet.noneOf(FailureType.class);
    for (int at = 2; at < words.size(); at++) {
      String word = words.get(at);
      if (word.equals("max")) {
        max = (int) ScenarioWords.duration(words.get(++at)).toSeconds();
      } else if (word.startsWith("x")) {
        multiplier = Double.parseDouble(word.substring(1));
      } else if (word.matches("\\d+s")) {
        delay = (int) ScenarioWords.duration(word).toSeconds();
      } else if (!word.equals("on")) {
        types.add(FailureType.valueOf(word.toUpperCase(Locale.ROOT)));
      }
    }
    int retries = Integer.parseInt(words.get(1));
    return new RetryPolicy(
        retries, delay, multiplier, max, types.isEmpty() ? null : types, /* jitter= */ 0);
  }
}
