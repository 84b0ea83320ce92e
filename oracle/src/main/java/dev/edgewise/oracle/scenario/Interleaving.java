package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.ChildEnds;
import dev.edgewise.oracle.model.Stimulus.ChildStarts;
import dev.edgewise.oracle.model.Stimulus.Claim;
import dev.edgewise.oracle.model.Stimulus.Crash;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.OfTask;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Submit;
import dev.edgewise.oracle.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Lets several stimuli happen at once and asks whether there is an order of them, one after the
 * other, in which the model gives the same answers and ends in the same state.
 */
public final class Interleaving {
  private static final int MAX_TOGETHER = 3;

  private final Subject subject;
  private final List<Stimulus> past = new ArrayList<>();

  /** A stimulus that was chosen but has to wait for those before it; null if there is none. */
  private @Nullable Stimulus held;

  /**
   * An interleaving of stimuli to this subject.
   *
   * @param subject its batch is still to be submitted
   */
  public Interleaving(Subject subject) {
    this.subject = subject;
  }

  /**
   * Plays a random run, a few stimuli at a time.
   *
   * @return how many stimuli it had
   * @throws AssertionError if no order explains what the subject did
   */
  public int play(RandomRun run) {
    Random random = new Random(run.seed());
    BatchModel model = new BatchModel(true);
    while (true) {
      List<Stimulus> together = together(run, model, 1 + random.nextInt(MAX_TOGETHER));
      if (together.isEmpty()) {
        return past.size();
      }
      List<Verdict> verdicts;
      Observation seen;
      try {
        verdicts = subject.applyTogether(together);
        seen = subject.observe();
      } catch (RuntimeException e) {
        past.addAll(together);
        throw new AssertionError(
            "seed %d: thrown by the last of%n%s".formatted(run.seed(), ScenarioText.of(past)), e);
      }
      model =
          explanation(together, verdicts, seen)
              .orElseThrow(() -> failure(run, together, verdicts, seen));
    }
  }

  /** Stimuli that were all chosen in the same state. */
  private List<Stimulus> together(RandomRun run, BatchModel model, int count) {
    List<Stimulus> together = new ArrayList<>();
    if (held != null) {
      together.add(held);
      held = null;
    }
    while (together.size() < count && (together.isEmpty() || !alone(together.getLast()))) {
      Stimulus next = run.next(model).orElse(null);
      if (next == null) {
        break;
      }
      boolean apart = alone(next) || together.stream().anyMatch(other -> clash(other, next));
      if (apart && !together.isEmpty()) {
        held = next;
        break;
      }
      together.add(next);
    }
    return together;
  }

  /**
   * Whether nothing may follow at the same time: a submission, and what a subject can only bring
   * about in two steps, by looking at the task first, or by asking for one of several items.
   */
  private static boolean alone(Stimulus stimulus) {
    return stimulus instanceof Submit
        || stimulus instanceof Crash
        || stimulus instanceof ChildStarts
        || stimulus instanceof ChildEnds
        || ModelComparison.byTheClock(stimulus)
        || (stimulus instanceof Claim(String task) && DagModel.isItemName(task))
        || (stimulus instanceof Fail fail && fail.type() == FailureType.WEBHOOK_FAILURE);
  }

  /**
   * Whether one of them may throw the item away that the other names: the subject would then mean
   * an item that is gone, and the model another one with its name.
   */
  private static boolean clash(Stimulus one, Stimulus other) {
    return (reruns(one) && namesItem(other)) || (reruns(other) && namesItem(one));
  }

  private static boolean reruns(Stimulus stimulus) {
    return stimulus instanceof RerunTask || stimulus instanceof RerunBatch;
  }

  private static boolean namesItem(Stimulus stimulus) {
    return stimulus instanceof OfTask ofTask && DagModel.isItemName(ofTask.task());
  }

  private Optional<BatchModel> explanation(
      List<Stimulus> together, List<Verdict> verdicts, Observation seen) {
    for (List<Integer> order : orders(together.size())) {
      BatchModel model = replayed();
      boolean explains = true;
      for (int at : order) {
        Verdict expected = model.apply(together.get(at)).verdict();
        explains &= ModelComparison.agree(together.get(at), expected, verdicts.get(at));
      }
      if (explains && model.observe().differences(seen).isEmpty()) {
        order.forEach(at -> past.add(together.get(at)));
        return Optional.of(model);
      }
    }
    return Optional.empty();
  }

  private BatchModel replayed() {
    BatchModel model = new BatchModel(true);
    past.forEach(model::apply);
    return model;
  }

  private static List<List<Integer>> orders(int size) {
    List<List<Integer>> orders = new ArrayList<>(List.of(List.of()));
    for (int next = 0; next < size; next++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> order : orders) {
        for (int at = 0; at <= order.size(); at++) {
          List<Integer> inserted = new ArrayList<>(order);
          inserted.add(at, next);
          longer.add(inserted);
        }
      }
      orders = longer;
    }
    return orders;
  }

  private AssertionError failure(
      RandomRun run, List<Stimulus> together, List<Verdict> verdicts, Observation seen) {
    BatchModel model = replayed();
    together.forEach(model::apply);
    return new AssertionError(
        "seed %d: no order explains%n  %s%nreceived %s; in this order, model <> subject%n  %s%nafter%n%s"
            .formatted(
                run.seed(),
                ScenarioText.of(together).replace("\n", "\n  "),
                verdicts,
                String.join("\n  ", model.observe().differences(seen)),
                ScenarioText.of(past).indent(2)));
  }
}
