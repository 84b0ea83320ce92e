package dev.edgewise.oracle.scenario;

import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Stimulus;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A named text that says what happens to a batch and what must follow. */
public final class Scenario {
  /** A hash mark inside a word belongs to a token. */
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");

  private static final String ARROW = "=>";

  private final String name;
  private final DagModel dag;
  private final List<Line> lines;

  private Scenario(String name, DagModel dag, List<Line> lines) {
    this.name = name;
    this.dag = dag;
    this.lines = List.copyOf(lines);
  }

  /**
   * Reads a scenario.
   *
   * @throws IllegalArgumentException if a line cannot be understood; it is named
   */
  public static Scenario parse(String name, String text) {
    DagText declarations = new DagText();
    List<Line> lines = new ArrayList<>();
    StimulusText stimuli = null;
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = COMMENT.matcher(raw).replaceFirst("").strip();
      if (line.isEmpty()) {
        continue;
      }
      try {
        if (stimuli == null && line.startsWith("start")) {
          stimuli = new StimulusText(declarations.dag());
        }
        if (stimuli == null) {
          declarations.declare(line);
        } else {
          lines.add(line(number, line, stimuli));
        }
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "%s, line %d: %s: %s".formatted(name, number, line, e.getMessage()), e);
      }
    }
    return new Scenario(name, declarations.dag(), lines);
  }

  private static Line line(int number, String line, StimulusText stimuli) {
    if (line.startsWith("see ")) {
      List<Expectation> seen = ExpectationText.seen(line.substring("see ".length()));
      return new Line(number, line, List.<Stimulus>of(), true, seen);
    }
    if (line.startsWith("result ")) {
      Expectation returned = ExpectationText.returned(line.substring("result ".length()));
      return new Line(number, line, List.<Stimulus>of(), true, List.of(returned));
    }
    if (line.startsWith("output ")) {
      Expectation output = new Expectation.Output(line.substring("output ".length()).strip());
      return new Line(number, line, List.<Stimulus>of(), true, List.of(output));
    }
    if (line.startsWith("children ")) {
      Expectation children = ExpectationText.children(line.substring("children ".length()));
      return new Line(number, line, List.<Stimulus>of(), true, List.of(children));
    }
    int arrow = line.indexOf(ARROW);
    if (arrow < 0) {
      return new Line(number, line, stimuli.parse(line), false, List.of());
    }
    return new Line(
        number,
        line,
        stimuli.parse(line.substring(0, arrow)),
        true,
        ExpectationText.follows(line.substring(arrow + ARROW.length())));
  }

  /** What the scenario is called, as a sentence fragment with dashes. */
  public String name() {
    return name;
  }

  /** The graph that it submits. */
  public DagModel dag() {
    return dag;
  }

  /**
   * Plays the scenario.
   *
   * @throws AssertionError at the first line that the subject does not live up to
   */
  public void play(Subject subject) {
    Play play = new Play(name, subject);
    lines.forEach(play::line);
  }

  @Override
  public String toString() {
    return name;
  }
}
