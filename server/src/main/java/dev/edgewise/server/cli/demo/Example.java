package dev.edgewise.server.cli.demo;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A graph that demonstrates a feature.
 *
 * @param shows what it demonstrates, in a sentence
 * @param byWebhook whether its tasks run by webhook; otherwise workers claim them
 */
public record Example(String name, String shows, boolean byWebhook, List<Step> steps) {

  private static final String ALWAYS = "always";
  private static final String ON_SUCCESS = "on_success";
  private static final String ON_FAILURE = "on_failure";
  private static final int PARTS = 12;

  public Example {
    steps = List.copyOf(steps);
  }

  /** Returns all examples. Each can be submitted repeatedly. */
  public static List<Example> all() {
    return List.of(release(), rollback(), flaky(), fanOut(), pipeline());
  }

  /** Returns the task kinds that the demo's workers claim. */
  static List<String> workerKinds() {
    return all().stream()
        .filter(example -> !example.byWebhook)
        .flatMap(example -> example.steps.stream().map(Step::kind))
        .distinct()
        .toList();
  }

  private static Example release() {
    return new Example(
        "release",
        "webhooks build, deploy and notify; the rollback is not needed and is skipped",
        true,
        List.of(
            Step.of("build", "release", 700),
            Step.of("test", "release", 900).after("build", ON_SUCCESS),
            Step.of("lint", "release", 500).after("build", ON_SUCCESS),
            Step.of("deploy", "release", 800).after("test", ON_SUCCESS).after("lint", ON_SUCCESS),
            Step.of("rollback", "release", 500).after("deploy", ON_FAILURE).ending("Skipped"),
            Step.of("notify", "release", 300).after("deploy", ALWAYS).after("rollback", ALWAYS)));
  }

  private static Example rollback() {
    return new Example(
        "rollback",
        "the deployment fails: it is rolled back, and a notification is sent",
        true,
        List.of(
            Step.of("build", "release", 600),
            Step.of("deploy", "release", 700).after("build", ON_SUCCESS).failing(1, 0, "Failure"),
            Step.of("smoke-test", "release", 400).after("deploy", ON_SUCCESS).ending("Skipped"),
            Step.of("rollback", "release", 800).after("deploy", ON_FAILURE),
            Step.of("notify", "release", 300).after("deploy", ALWAYS).after("rollback", ALWAYS)));
  }

  private static Example flaky() {
    return new Example(
        "flaky",
        "a worker's fetch fails twice and is retried after one second and after two",
        false,
        List.of(
            Step.of("fetch", "fetch", 300).failing(2, 3, "Success"),
            Step.of("store", "fetch", 300).after("fetch", ON_SUCCESS)));
  }

  private static Example fanOut() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.of("split", "etl", 400));
    Step merge = Step.of("merge", "etl", 500);
    for (int part : IntStream.range(0, PARTS).toArray()) {
      String name = "part-" + (part + 1);
      steps.add(Step.of(name, "etl", 300 + part * 130).after("split", ON_SUCCESS));
      merge = merge.after(name, ON_SUCCESS);
    }
    steps.add(merge);
    return new Example(
        "fan-out",
        "one split, " + PARTS + " parallel parts, one merge when all parts have ended",
        false,
        steps);
  }

  private static Example pipeline() {
    return new Example(
        "pipeline",
        "slow, so that there is time to pause, cancel and rerun tasks",
        false,
        List.of(
            Step.of("extract", "etl", 3000),
            Step.of("clean", "etl", 4000).after("extract", ON_SUCCESS),
            Step.of("enrich", "etl", 5000).after("extract", ON_SUCCESS),
            Step.of("load", "etl", 4000).after("clean", ON_SUCCESS).after("enrich", ON_SUCCESS),
            Step.of("report", "etl", 2000).after("load", ALWAYS)));
  }

  /**
   * Returns the submission of the graph.
   *
   * @param receiver the base URL for the webhooks
   */
  Map<String, Object> submission(URI receiver) {
    return Map.of(
        "name",
        name,
        "tasks",
        steps.stream().map(step -> step.submission(byWebhook ? receiver : null)).toList());
  }

  /** Returns the expected final status of each task. */
  Map<String, String> endings() {
    return steps.stream().collect(Collectors.toMap(Step::name, Step::ending));
  }
}
