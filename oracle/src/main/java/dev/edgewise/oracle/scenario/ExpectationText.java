package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Observation.EdgeName;
import dev.edgewise.oracle.scenario.Expectation.Becomes;
import dev.edgewise.oracle.scenario.Expectation.Children;
import dev.edgewise.oracle.scenario.Expectation.NoChange;
import dev.edgewise.oracle.scenario.Expectation.Open;
import dev.edgewise.oracle.scenario.Expectation.Outcome;
import dev.edgewise.oracle.scenario.Expectation.Reception;
import dev.edgewise.oracle.scenario.Expectation.Resolved;
import dev.edgewise.oracle.scenario.Expectation.RetryIn;
import dev.edgewise.oracle.scenario.Expectation.Returned;
import dev.edgewise.oracle.scenario.Expectation.Stands;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a scenario says must follow, and what it looks at. */
final class ExpectationText {
  private static final Pattern STANDS =
      Pattern.compile("(\\S+) (\\S+)(?: attempt (\\d+))?(?: (\\d+/\\d+))?(?: \\((.*)\\))?");
  private static final Pattern OUTSIDE_PARENTHESES = Pattern.compile(",(?![^(]*\\))");
  private static final Pattern EDGE = Pattern.compile("(\\S+)->(\\S+) (\\S+)(?: (\\S+))?");

  private ExpectationText() {}

  /** The part behind the arrow. */
  static List<Expectation> follows(String text) {
    List<Expectation> expectations = new ArrayList<>();
    for (String item : ScenarioWords.items(text, ',')) {
      List<String> words = ScenarioWords.split(item);
      String first = words.getFirst();
      switch (first) {
        case "nothing" -> expectations.add(new NoChange(null));
        case "refused" -> expectations.add(new NoChange(Reception.REFUSED));
        case "repeated" -> expectations.add(new NoChange(Reception.REPEATED));
        case "batch" -> expectations.add(new Outcome(outcome(words.get(1))));
        default -> expectations.addAll(changes(ScenarioWords.state(first), item));
      }
    }
    return expectations;
  }

  /** The part behind {@code see}. */
  static List<Expectation> seen(String text) {
    List<Expectation> expectations = new ArrayList<>();
    OUTSIDE_PARENTHESES
        .splitAsStream(text)
        .forEach(item -> expectations.add(seenItem(item.strip())));
    return expectations;
  }

  /** The part behind {@code result}: a task and the JSON text that it returned. */
  static Expectation returned(String text) {
    int space = text.indexOf(' ');
    return new Returned(text.substring(0, space), text.substring(space).strip());
  }

  /** The part behind {@code children}: a task and how many workflows were started for it. */
  static Expectation children(String text) {
    List<String> words = ScenarioWords.split(text);
    return new Children(words.get(0), Integer.parseInt(words.get(1)));
  }

  private static List<Expectation> changes(TaskState state, String item) {
    String[] parts = item.split(" because ", 2);
    String reason = parts.length == 2 ? parts[1] : null;
    List<String> words = ScenarioWords.split(parts[0]);
    int at = words.indexOf("at");
    List<Expectation> changes = new ArrayList<>();
    for (String name : ScenarioWords.names(words.subList(1, at < 0 ? words.size() : at))) {
      changes.add(new Becomes(name, state, reason));
      if (at > 0) {
        changes.add(new RetryIn(name, ScenarioWords.duration(words.get(at + 1))));
      }
    }
    return changes;
  }

  private static Expectation seenItem(String item) {
    Matcher edge = EDGE.matcher(item);
    if (edge.matches()) {
      EdgeName name = new EdgeName(edge.group(1), edge.group(2));
      return edge.group(3).equals("open")
          ? new Open(name)
          : new Resolved(
              name, Resolution.valueOf(edge.group(3)), "satisfied".equals(edge.group(4)));
    }
    if (item.startsWith("batch ")) {
      return new Outcome(outcome(item.substring("batch ".length())));
    }
    Matcher stands = STANDS.matcher(item);
    if (!stands.matches()) {
      throw new IllegalArgumentException("'" + item + "' cannot be seen");
    }
    return new Stands(
        stands.group(1),
        ScenarioWords.state(stands.group(2)),
        number(stands.group(3)),
        stands.group(4),
        stands.group(5));
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }

  private static BatchOutcome outcome(String word) {
    return BatchOutcome.valueOf(word.strip().toUpperCase(Locale.ROOT));
  }
}
