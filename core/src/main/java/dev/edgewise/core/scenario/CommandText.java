package dev.edgewise.core.scenario;

import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.Cancel;
import dev.edgewise.core.model.Command.Claim;
import dev.edgewise.core.model.Command.ClaimTimeout;
import dev.edgewise.core.model.Command.Fail;
import dev.edgewise.core.model.Command.GiveUp;
import dev.edgewise.core.model.Command.Pause;
import dev.edgewise.core.model.Command.RerunBatch;
import dev.edgewise.core.model.Command.RerunTask;
import dev.edgewise.core.model.Command.Resume;
import dev.edgewise.core.model.Command.RetryDue;
import dev.edgewise.core.model.Command.Start;
import dev.edgewise.core.model.Command.StopBatch;
import dev.edgewise.core.model.Command.Submit;
import dev.edgewise.core.model.Command.Succeed;
import dev.edgewise.core.model.Command.Tick;
import dev.edgewise.core.model.Command.Timeout;
import dev.edgewise.core.model.Dag;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands of a scenario. */
final class CommandText {
  private final Dag dag;

  CommandText(Dag dag) {
    this.dag = dag;
  }

  List<Command> parse(String text) {
    List<Command> commands = new ArrayList<>();
    for (String part : Words.items(text, ';')) {
      List<String> words = Words.split(part);
      commands.addAll(commands(words.getFirst(), words.subList(1, words.size())));
    }
    return commands;
  }

  private List<Command> commands(String verb, List<String> words) {
    return switch (verb) {
      case "start" -> List.of(new Submit(dag));
      case "stop" -> List.of(new StopBatch());
      case "tick" -> List.of(new Tick(Words.duration(words.getFirst())));
      case "claim" -> each(words, target -> new Claim(target.task()));
      case "run" -> each(words, target -> new Start(target.task(), target.claim()));
      case "ok" -> each(words, target -> new Succeed(target.task(), target.claim()));
      case "fail" -> List.of(failure(words, FailureType.EXPLICIT, true, ""));
      case "final" -> List.of(failure(words, FailureType.EXPLICIT, false, ""));
      case "refuse" ->
          List.of(failure(words, FailureType.WEBHOOK_FAILURE, true, Reason.START_FAILED));
      case "giveup" -> each(words, target -> new GiveUp(target.task(), target.claim()));
      case "timeout" -> each(words, target -> new Timeout(target.task()));
      case "expire" -> each(words, target -> new ClaimTimeout(target.task()));
      case "due" -> each(words, target -> new RetryDue(target.task()));
      case "pause" -> each(words, target -> new Pause(target.task()));
      case "resume" -> each(words, target -> new Resume(target.task()));
      case "cancel" -> each(words, target -> new Cancel(target.task(), false));
      case "cascade" -> each(words, target -> new Cancel(target.task(), true));
      case "rerun" ->
          words.isEmpty()
              ? List.of(new RerunBatch())
              : each(words, target -> new RerunTask(target.task()));
      default -> throw new IllegalArgumentException("'" + verb + "' is no command");
    };
  }

  private static List<Command> each(List<String> words, Function<Target, Command> command) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a task is missing");
    }
    return Words.names(words).stream().map(Target::of).map(command).toList();
  }

  private static Command failure(
      List<String> words, FailureType type, boolean retryable, String prefix) {
    Target target = Target.of(words.getFirst());
    String reason = words.size() == 1 ? "failed" : String.join(" ", words.subList(1, words.size()));
    return new Fail(target.task(), target.claim(), type, retryable, prefix + reason);
  }

  /**
   * The task of a command.
   *
   * @param claim the claim whose token the command carries, null for none
   */
  private record Target(String task, @Nullable Integer claim) {
    static Target of(String word) {
      int mark = word.indexOf('#');
      return mark < 0
          ? new Target(word, null)
          : new Target(word.substring(0, mark), Integer.valueOf(word.substring(mark + 1)));
    }
  }
}
