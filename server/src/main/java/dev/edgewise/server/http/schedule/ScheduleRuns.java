package dev.edgewise.server.http.schedule;

import dev.edgewise.api.Json;
import dev.edgewise.api.ScheduleDefinition;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.workflow.WorkflowRuns;
import dev.edgewise.server.http.workflow.WorkflowRuns.Cause;
import dev.edgewise.server.store.schedule.ScheduleSpec;
import dev.edgewise.server.store.schedule.Ticks;
import dev.edgewise.server.store.workflow.Workflows;
import java.util.LinkedHashMap;
import java.util.Map;

/** Starts the runs of schedules, each with an idempotency key that prevents a second one. */
public final class ScheduleRuns {
  private final WorkflowRuns runs;

  public ScheduleRuns(WorkflowRuns runs) {
    this.runs = runs;
  }

  /** Starts a run, or finds the one that was started with the same key. */
  public WorkflowRuns.Run start(ScheduleSpec schedule, Ticks.Run run) {
    ScheduleDefinition definition = Wire.read(schedule.definition(), ScheduleDefinition.class);
    String inputs = schedule.inputs();
    Map<String, String> cause = new LinkedHashMap<>();
    cause.put(Workflows.SCHEDULE, schedule.name());
    cause.put("tick", run.tick().toString());
    return runs.start(
        runs.find(schedule.workspace(), schedule.workflow(), definition.version()),
        inputs == null ? null : new Json(inputs),
        new Cause(
            run.actor(),
            "schedule\n" + schedule.name() + "\n" + run.key(),
            cause,
            definition.labels() == null ? Map.of() : definition.labels(),
            null));
  }
}
