package dev.edgewise.server.testing;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task to submit, with defaults for everything that a test does not set. */
public final class TestTask {
  private static final int TIMEOUT_SECS = 60;

  final String id;
  private final Map<String, Condition> parents = new LinkedHashMap<>();
  private final Map<UUID, Condition> foreign = new LinkedHashMap<>();
  private String name;
  private String kind = "test";
  private int timeoutSecs = TIMEOUT_SECS;
  private int priority;
  private Fairness fairness = Fairness.NONE;
  private @Nullable String metadata;
  private Join join = Join.ALL;
  private Actions actions = Actions.NONE;
  private @Nullable RetryPolicy retry;
  private @Nullable String rules;
  private List<DedupeMatcher> dedupe = List.of();
  private @Nullable Long expected;
  private boolean barrier;
  private @Nullable StartAfter startAfter;
  private long deadlineMillis;
  private DataFlow flow = DataFlow.NONE;

  private TestTask(String id) {
    this.id = id;
    this.name = id;
  }

  /** A worker's task whose name is its id. */
  public static TestTask task(String id) {
    return new TestTask(id);
  }

  /** A batch of tasks, without anything else. */
  public static BatchSpec batch(List<TaskSpec> tasks) {
    return new BatchSpec(null, null, null, null, tasks, false, 0, null);
  }

  /** An action that calls a URL. */
  public static String call(String url) {
    return "{\"kind\":\"Webhook\",\"params\":{\"url\":\"%s\",\"verb\":\"Post\"}}".formatted(url);
  }

  /** A rule that lets one task of a kind run at a time. */
  public static String oneAtATime(String kind) {
    return ("[{\"type\":\"Concurrency\",\"max_concurrency\":1,\"matcher\":"
            + "{\"kind\":\"%s\",\"status\":\"Running\",\"fields\":[]}}]")
        .formatted(kind);
  }

  public TestTask after(String parent) {
    return on(Condition.ALWAYS, parent);
  }

  public TestTask on(Condition condition, String parent) {
    parents.put(parent, condition);
    return this;
  }

  public TestTask on(Condition condition, UUID parent) {
    foreign.put(parent, condition);
    return this;
  }

  public TestTask join(Join given) {
    join = given;
    return this;
  }

  public TestTask named(String given) {
    name = given;
    return this;
  }

  public TestTask kind(String given) {
    kind = given;
    return this;
  }

  public TestTask timeout(int secs) {
    timeoutSecs = secs;
    return this;
  }

  public TestTask priority(int given) {
    priority = given;
    return this;
  }

  /** Gives it a fairness key and its weight. */
  public TestTask key(String key, int weight) {
    fairness = new Fairness(key, weight);
    return this;
  }

  public TestTask metadata(String json) {
    metadata = json;
    return this;
  }

  public TestTask actions(Actions given) {
    actions = given;
    return this;
  }

  /** Makes it a task that is started by a call. */
  public TestTask calls(String url) {
    return actions(new Actions(call(url), null, null, null));
  }

  public TestTask retry(int maxRetries) {
    retry = new RetryPolicy(maxRetries, 5, 2, 300, null, 0);
    return this;
  }

  public TestTask rules(String json) {
    rules = json;
    return this;
  }

  public TestTask dedupe(DedupeMatcher... matchers) {
    dedupe = List.of(matchers);
    return this;
  }

  public TestTask expected(long count) {
    expected = count;
    return this;
  }

  public TestTask barrier() {
    barrier = true;
    return this;
  }

  public TestTask startAfter(StartAfter given) {
    startAfter = given;
    return this;
  }

  public TestTask deadline(Duration given) {
    deadlineMillis = given.toMillis();
    return this;
  }

  /** Makes it a task that waits for a signal. */
  public TestTask waitsFor(String signal) {
    return flow(
        new DataFlow(
            null,
            null,
            null,
            null,
            null,
            null,
            "{\"signal\":{\"name\":\"" + signal + "\"}}",
            null));
  }

  public TestTask flow(DataFlow given) {
    flow = given;
    return this;
  }

  TaskSpec spec(Map<String, Integer> positions) {
    List<Dependency> dependencies = new ArrayList<>();
    parents.forEach((parent, condition) -> {
      Integer position = positions.get(parent);
      if (position == null) {
        throw new IllegalArgumentException("no task " + parent);
      }
      dependencies.add(new Dependency.Local(position, condition));
    });
    foreign.forEach(
        (parent, condition) -> dependencies.add(new Dependency.Foreign(parent, condition)));
    return new TaskSpec(
        id,
        name,
        kind,
        timeoutSecs,
        metadata,
        priority,
        fairness,
        dependencies,
        join,
        actions,
        retry,
        rules,
        dedupe,
        expected,
        barrier,
        startAfter,
        deadlineMillis,
        flow,
        List.of());
  }
}
