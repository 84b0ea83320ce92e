package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.commit.SlowLane;
import dev.edgewise.server.commit.TooMuchEffortException;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Reads;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the expressions in inputs and actions. Each value first gets brief effort, whatever the
 * others took. Values that need more are evaluated one after the other on a thread of their own.
 */
public final class Rendering implements AutoCloseable {
  private final Database database;
  private final Language language;
  private final SlowLane slowLane = new SlowLane("slow-rendering");
  private volatile boolean stopping;

  /**
   * An input or action of a task, with expressions in its strings.
   *
   * @param approvalUrl what {@code approval.url} stands for; null where it is not known
   */
  public record Raw(TaskKey task, String json, @Nullable String approvalUrl) {
    public Raw(TaskKey task, String json) {
      this(task, json, null);
    }

    private Map<String, Object> given() {
      return approvalUrl == null ? Map.of() : Map.of(Names.APPROVAL, Map.of("url", approvalUrl));
    }
  }

  /** The result of rendering. */
  public sealed interface Rendered {
    /**
     * The JSON text with every expression evaluated; secrets are still {@linkplain
     * SecretPlaceholders placeholders}.
     */
    record Ready(String json) implements Rendered {}

    /** An expression failed. */
    record Failed(String reason) implements Rendered {}
  }

  /** A value that is being rendered. */
  private record Draft(
      TaskKey task, @Nullable Template template, String problem, Map<String, Object> given) {
    boolean reads() {
      return template != null && !template.references().isEmpty();
    }
  }

  /** The tasks whose expressions are evaluated, and the fetched values. */
  private record Material(Map<TaskKey, ReadingTask> readers, @Nullable Bindings bindings) {
    private static final Material NONE = new Material(Map.of(), null);

    boolean knows(Need need) {
      return bindings != null && bindings.knows(need);
    }

    Object value(Need need, Budget budget) {
      return Objects.requireNonNull(bindings).value(need, budget);
    }
  }

  public Rendering(Database database, Language language) {
    this.database = database;
    this.language = language;
  }

  /**
   * Evaluates many values with the same number of statements as one, and without statements if
   * there are no expressions. The results have the order of the arguments. Values that need more
   * than brief effort complete later than the others.
   */
  public List<CompletableFuture<Rendered>> render(List<Raw> raws) {
    List<Draft> drafts = raws.stream().map(this::draft).toList();
    Material material = material(drafts);
    return drafts.stream().map(draft -> render(draft, material)).toList();
  }

  private CompletableFuture<Rendered> render(Draft draft, Material material) {
    Rendered rendered = attempt(draft, material, Budget.of(Effort.BRIEF));
    return rendered != null
        ? CompletableFuture.completedFuture(rendered)
        : slowLane.submit(() -> alone(draft));
  }

  /** Evaluates one value with full effort and only its own values in memory. */
  private Rendered alone(Draft draft) {
    if (stopping) {
      throw new OverloadedException("the server is stopping");
    }
    Rendered rendered = attempt(draft, material(List.of(draft)), Budget.of(Effort.FULL));
    return rendered != null
        ? rendered
        : new Rendered.Failed(
            ": the values that it reads have more than "
                + Limits.EXPRESSION_MAX_READ_BYTES
                + " bytes of JSON");
  }

  private Material material(List<Draft> drafts) {
    List<Draft> reading = drafts.stream().filter(Draft::reads).toList();
    return reading.isEmpty()
        ? Material.NONE
        : database
            .engine()
            .withHandle(handle -> {
              Map<TaskKey, ReadingTask> readers = readers(handle, reading);
              return new Material(readers, bindings(handle, reading, readers));
            });
  }

  private Draft draft(Raw raw) {
    try {
      return new Draft(raw.task(), language.template(raw.json()), "", raw.given());
    } catch (ExpressionException e) {
      return new Draft(raw.task(), null, e.getMessage(), Map.of());
    }
  }

  private static Map<TaskKey, ReadingTask> readers(Handle handle, List<Draft> drafts) {
    var columns = new Columns();
    var named = columns.keys();
    drafts.stream()
        .map(Draft::task)
        .distinct()
        .forEach(task -> {
          named.add(task);
        });
    Map<TaskKey, ReadingTask> readers = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("expression/readers")))
        .map((row, _) -> {
          TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          var reads = Reads.of(row.getString("reads"));
          return readers.put(task, new ReadingTask(task, task, reads, row.getInt("item_index")));
        })
        .list();
    return readers;
  }

  private static Bindings bindings(
      Handle handle, List<Draft> drafts, Map<TaskKey, ReadingTask> readers) {
    Set<Need> needs = new LinkedHashSet<>();
    for (Draft draft : drafts) {
      ReadingTask reader = readers.get(draft.task());
      if (reader != null && draft.template() != null) {
        needs.addAll(reader.needs(draft.template().references()));
      }
    }
    Bindings bindings = new Bindings(handle);
    bindings.fetch(needs);
    return bindings;
  }

  /** Returns the liveness of the thread for values that take long. */
  public Pulse pulse() {
    return slowLane.pulse();
  }

  /** Finishes the value that is being evaluated; the futures of those that wait fail. */
  @Override
  public void close() {
    stopping = true;
    slowLane.close();
  }

  /** Returns the result; null if it needs more effort or further values. */
  private static @Nullable Rendered attempt(Draft draft, Material material, Budget budget) {
    Template template = draft.template();
    if (template == null) {
      return new Rendered.Failed(draft.problem());
    }
    budget.begin();
    try {
      ReadingTask reader =
          material
              .readers()
              .getOrDefault(
                  draft.task(), new ReadingTask(draft.task(), draft.task(), Map.of(), -1));
      if (!reader.needs(template.references()).stream().allMatch(material::knows)) {
        return null;
      }
      Scope scope =
          reader
              .scope(template.references(), need -> material.value(need, budget), draft.given())
              .secrets(SecretPlaceholders.of(template.references().secrets().keySet()));
      return new Rendered.Ready(template.render(scope, Limits.EXPRESSION_MAX_TEXT_BYTES, budget));
    } catch (ExpressionException e) {
      return new Rendered.Failed(e.getMessage());
    } catch (StackOverflowError e) {
      return new Rendered.Failed(": the values are nested too deeply");
    } catch (TooMuchEffortException e) {
      return null;
    } catch (OverBudget e) {
      return e.exception() instanceof ExpressionException over
          ? new Rendered.Failed(": " + over.getMessage())
          : null;
    }
  }
}
