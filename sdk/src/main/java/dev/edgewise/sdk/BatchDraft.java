package dev.edgewise.sdk;

import dev.edgewise.api.BatchSubmission;
import dev.edgewise.api.Json;
import dev.edgewise.api.OnTaskFailure;
import dev.edgewise.sdk.json.JsonWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a batch for submission. */
public final class BatchDraft {

  private final @Nullable String name;
  private final List<TaskDraft> tasks = new ArrayList<>();
  private final Map<String, String> labels = new LinkedHashMap<>();
  private @Nullable Json inputs;
  private @Nullable Json metadata;
  private @Nullable OnTaskFailure onTaskFailure;
  private @Nullable String deadline;
  private @Nullable String fairnessKey;
  private @Nullable Integer fairnessWeight;

  private BatchDraft(@Nullable String name) {
    this.name = name;
  }

  public static BatchDraft named(String name) {
    return new BatchDraft(name);
  }

  public static BatchDraft unnamed() {
    return new BatchDraft(null);
  }

  /** Sets the inputs, a map or a record, which expressions read as {@code inputs}. */
  public BatchDraft inputs(Object values) {
    inputs = new Json(JsonWriter.write(values));
    return this;
  }

  public BatchDraft metadata(Object value) {
    metadata = new Json(JsonWriter.write(value));
    return this;
  }

  /** Cancels the other tasks as soon as one fails whose failure no dependent handles. */
  public BatchDraft stopOnTaskFailure() {
    onTaskFailure = OnTaskFailure.STOP;
    return this;
  }

  /** Cancels what has not ended in this time after the submission. */
  public BatchDraft deadline(Duration time) {
    deadline = time.toString();
    return this;
  }

  /**
   * Lets all tasks that have no key themselves take turns with those of other keys.
   *
   * @param weight how many turns the key gets where others get one, from 1 to 100
   */
  public BatchDraft fairness(String key, int weight) {
    fairnessKey = key;
    fairnessWeight = weight;
    return this;
  }

  /** Adds a label, by which batches and their tasks are found. */
  public BatchDraft label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  /** Adds a task without dependencies. */
  public BatchDraft task(String id, String kind) {
    return task(id, kind, task -> task);
  }

  /** Adds a task and configures it. */
  public BatchDraft task(String id, String kind, UnaryOperator<TaskDraft> more) {
    tasks.add(more.apply(new TaskDraft(id, kind)));
    return this;
  }

  /** The batch in the form that is sent. */
  public BatchSubmission submission() {
    return new BatchSubmission(
        tasks.stream().map(TaskDraft::submission).toList(),
        name,
        inputs,
        metadata,
        labels.isEmpty() ? null : labels,
        onTaskFailure,
        deadline,
        fairnessKey,
        fairnessWeight);
  }
}
