package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The words that all parts of the scenario language share. */
final class ScenarioWords {
  private static final Pattern RANGE = Pattern.compile("([A-Za-z_]+|.+\\[)(\\d+)\\.\\.(\\d+)(]?)");
  private static final Pattern SECONDS = Pattern.compile("\\+?(\\d+)s");

  private ScenarioWords() {}

  static List<String> split(String text) {
    String trimmed = text.strip();
    return trimmed.isEmpty() ? List.of() : List.of(trimmed.split("\\s+"));
  }

  static List<String> items(String text, char separator) {
    return Pattern.compile(Pattern.quote(String.valueOf(separator)))
        .splitAsStream(text)
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  /** Task names, where {@code n2..9} stands for n2 to n9 and {@code s[0..2]} for three items. */
  static List<String> names(List<String> words) {
    List<String> names = new ArrayList<>();
    for (String word : words) {
      Matcher range = RANGE.matcher(word);
      if (range.matches()) {
        int last = Integer.parseInt(range.group(3));
        for (int number = Integer.parseInt(range.group(2)); number <= last; number++) {
          names.add(range.group(1) + number + range.group(4));
        }
      } else {
        names.add(word);
      }
    }
    return names;
  }

  static Duration duration(String word) {
    Matcher seconds = SECONDS.matcher(word);
    if (!seconds.matches()) {
      throw new IllegalArgumentException("'" + word + "' is no time such as 5s or +5s");
    }
    return Duration.ofSeconds(Long.parseLong(seconds.group(1)));
  }

  static TaskState state(String word) {
    String plain = word.toLowerCase(Locale.ROOT);
    for (TaskState state : TaskState.values()) {
      if (plain.equals(state.wireName().toLowerCase(Locale.ROOT))) {
        return state;
      }
    }
    if (plain.equals("retry")) {
      return TaskState.RETRY_PENDING;
    }
    throw new IllegalArgumentException("'" + word + "' is no state of a task");
  }

  static Condition condition(String word) {
    return switch (word) {
      case "always", "->" -> Condition.ALWAYS;
      case "ok", "-ok->" -> Condition.ON_SUCCESS;
      case "fail", "-fail->" -> Condition.ON_FAILURE;
      default -> outcomes(word);
    };
  }

  /** A condition as a list of outcomes, such as {@code -success+skipped->}. */
  private static Condition outcomes(String word) {
    if (!word.startsWith("-") || !word.endsWith("->")) {
      throw new IllegalArgumentException("'" + word + "' is no condition");
    }
    return Condition.of(
        items(word.substring(1, word.length() - 2), '+').stream()
            .map(name -> Resolution.of(state(name)))
            .toList());
  }

  /** The arrow of an edge with this condition. */
  static String arrow(Condition condition) {
    if (condition == Condition.ALWAYS) {
      return "->";
    }
    if (condition == Condition.ON_SUCCESS) {
      return "-ok->";
    }
    return condition == Condition.ON_FAILURE
        ? "-fail->"
        : Arrays.stream(TaskState.values())
            .filter(TaskState::terminal)
            .filter(state -> condition.satisfiedBy(Resolution.of(state)))
            .map(state -> state.wireName().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining("+", "-", "->"));
  }
}
