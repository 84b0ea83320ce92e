package dev.edgewise.server.expression;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.expression.Rendering.Raw;
import dev.edgewise.server.expression.Rendering.Rendered;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Leases;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the inputs of tasks that were claimed for a worker. A task whose input takes long does
 * not hold up the others of its claim: this server keeps its claim while the input is evaluated,
 * then puts the task back to the front of its queue, and the next claim gets it with the input that
 * is ready.
 */
public final class Preparation implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Preparation.class);

  private final Rendering rendering;
  private final Committer committer;
  private final Leases leases;
  private final LateInputs late;
  private final KeptInputs kept = new KeptInputs();

  /**
   * A task that its worker can start.
   *
   * @param input a JSON text with every expression evaluated; null if the task has no input
   */
  public record Prepared(Claimed task, @Nullable String input) {}

  /**
   * @param late also asked by those that claim tasks
   */
  public Preparation(Rendering rendering, Committer committer, Leases leases, LateInputs late) {
    this.rendering = rendering;
    this.committer = committer;
    this.leases = leases;
    this.late = late;
  }

  /**
   * Prepares tasks and returns those that can start now, in their order. Of the others, one whose
   * input fails is failed without a retry, and one whose input takes long comes with a later claim.
   */
  public List<Prepared> prepare(List<Claimed> claimed) {
    Map<Claimed, String> ready = new LinkedHashMap<>();
    List<Claimed> raw = new ArrayList<>();
    for (Claimed task : claimed) {
      String input = kept.take(task);
      if (input != null) {
        ready.put(task, input);
      } else if (task.input() != null) {
        raw.add(task);
      }
    }
    List<Command> failures = new ArrayList<>();
    Map<Claimed, CompletableFuture<Rendered>> slow = new LinkedHashMap<>();
    Iterator<CompletableFuture<Rendered>> rendered = render(raw).iterator();
    for (Claimed task : raw) {
      CompletableFuture<Rendered> result = rendered.next();
      if (!result.isDone() || result.isCompletedExceptionally()) {
        slow.put(task, result);
        continue;
      }
      switch (result.join()) {
        case Rendered.Ready(String json) -> ready.put(task, json);
        case Rendered.Failed(String reason) -> failures.add(failure(task, reason));
      }
    }
    putAside(slow);
    List<Answer> answers = committer.applyWhenRoom(failures);
    for (int i = 0; i < failures.size(); i++) {
      log.debug("Task {} failed before its start: {}", failures.get(i).task(), answers.get(i));
    }
    return claimed.stream()
        .filter(task -> task.input() == null || ready.containsKey(task))
        .map(task -> new Prepared(task, ready.get(task)))
        .toList();
  }

  private List<CompletableFuture<Rendered>> render(List<Claimed> tasks) {
    return rendering.render(
        tasks.stream().map(task -> new Raw(task.task(), String.valueOf(task.input()))).toList());
  }

  /** Keeps the claims of tasks until their inputs are ready. */
  private void putAside(Map<Claimed, CompletableFuture<Rendered>> slow) {
    if (slow.isEmpty()) {
      return;
    }
    late.add(slow.keySet());
    try {
      extend(slow.keySet().stream().map(LateInputs::claim).toList());
    } catch (RuntimeException e) {
      log.warn("{} claims were not renewed and may expire", slow.size(), e);
    }
    slow.forEach((task, result) -> {
      var _ = result.whenComplete((rendered, failure) -> end(task, rendered, failure));
    });
  }

  private void end(Claimed task, @Nullable Rendered rendered, @Nullable Throwable failure) {
    try {
      if (late.remove(task)) {
        Command command = command(task, rendered, failure);
        var _ = committer.submit(command).whenComplete((answer, e) -> ended(task, answer, e));
      }
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      ended(task, null, e);
    }
  }

  private Command command(Claimed task, @Nullable Rendered rendered, @Nullable Throwable failure) {
    switch (rendered) {
      case Rendered.Ready(String json) -> kept.add(task, json);
      case Rendered.Failed(String reason) -> {
        return failure(task, reason);
      }
      case null -> {
        if (!passes(failure)) {
          log.error("The input of task {} could not be evaluated", task.task(), failure);
          return new Command.Fail(
              task.task(),
              task.token(),
              FailureType.EXPLICIT,
              "input: its expressions cannot be evaluated now",
              true);
        }
      }
    }
    return new Command.PutBack(task.task(), task.token());
  }

  /** Whether the same evaluation may succeed later, or on another server. */
  private static boolean passes(@Nullable Throwable failure) {
    return failure instanceof OverloadedException || (failure != null && Outage.caused(failure));
  }

  /** If it could not be put back, its claim expires and the usual rules apply. */
  private void ended(Claimed task, @Nullable Answer answer, @Nullable Throwable failure) {
    if (failure != null) {
      log.warn("Task {} was not put back and its claim will expire", task.task(), failure);
    }
    if (!(answer instanceof Answer.Applied)) {
      kept.take(task);
    }
  }

  /** Renews the claims of tasks whose inputs are being evaluated. */
  public void renew() {
    extend(late.claims());
  }

  private void extend(List<Leases.Held> claims) {
    leases.extend(claims, Limits.INPUT_LATE_LEASE_SECS);
  }

  /** Puts the tasks back whose inputs are being evaluated, so that other servers can take them. */
  @Override
  public void close() {
    List<Command> unfinished = new ArrayList<>();
    for (Leases.Held claim : late.removeAll()) {
      unfinished.add(new Command.PutBack(claim.task(), claim.token()));
    }
    try {
      committer.applyWhenRoom(unfinished);
    } catch (RuntimeException e) {
      log.warn("{} tasks were not put back and their claims will expire", unfinished.size(), e);
    }
  }

  private static Command failure(Claimed task, String reason) {
    return new Command.Fail(
        task.task(), task.token(), FailureType.EXPLICIT, "input" + reason, false);
  }
}
