import type { Dependency, Outcome, TaskSubmission } from "../generated/index.js";
import { named, rendered, sourceOf, type Expression, type Reference } from "./expression.js";

/** The members of a task whose value is an expression. */
type ExpressionMembers = "let" | "when" | "output" | "return" | "spread";

/** The members of a task, by the names of the API; expressions may stand in any of them. */
export type TaskOptions = Partial<Omit<TaskSubmission, "id" | "dependencies" | ExpressionMembers>> & {
  /** A guard: if it is false, the task is skipped. */
  when?: Expression<boolean> | undefined;
};

/** What other tasks depend on: a task of any result. */
export interface Identified {
  readonly id: string;
}

/** A task of a batch that is being built; `Result` is the type of its result. */
export class TaskDraft<Result = unknown> {
  readonly id: string;
  readonly #members: Record<string, unknown>;
  readonly #dependencies: Dependency[] = [];

  /** @internal */
  constructor(id: string, members: Record<string, unknown>) {
    this.id = id;
    this.#members = members;
  }

  /** The result in expressions; using it makes the user depend on the success of this task. */
  get result(): Reference<Result> {
    return named<Result>(this.id);
  }

  /** Runs after these tasks have succeeded. */
  after(...tasks: readonly Identified[]): this {
    return this.#dependOn(tasks, "on_success");
  }

  /** Runs after these tasks have ended, however they did. */
  afterEnd(...tasks: readonly Identified[]): this {
    return this.#dependOn(tasks, "always");
  }

  /** Runs only after these tasks have failed or were canceled. */
  afterFailure(...tasks: readonly Identified[]): this {
    return this.#dependOn(tasks, "on_failure");
  }

  /** Runs only after a task has ended with one of these outcomes. */
  afterOutcome(task: Identified, ...outcomes: readonly [Outcome, ...Outcome[]]): this {
    return this.#dependOn([task], [...outcomes]);
  }

  /** Depends on a task of another batch. */
  afterTask(taskId: string, condition: NonNullable<Dependency["condition"]> = "on_success"): this {
    this.#dependencies.push({ task_id: taskId, condition });
    return this;
  }

  /** How many dependencies must be satisfied: all (the default), any, or a number. */
  join(needed: "all" | "any" | number): this {
    this.#members["join"] = needed;
    return this;
  }

  /** Skips the task if the guard is false. */
  when(guard: Expression<boolean>): this {
    this.#members["when"] = sourceOf(guard);
    return this;
  }

  /** The task as the API takes it. */
  submission(): TaskSubmission {
    const { when, ...members } = this.#members;
    return rendered({
      name: this.id,
      kind: this.id,
      ...members,
      id: this.id,
      ...(when === undefined ? {} : { when: sourceOf(when as Expression<boolean> | string) }),
      ...(this.#dependencies.length === 0 ? {} : { dependencies: this.#dependencies }),
    }) as TaskSubmission;
  }

  #dependOn(tasks: readonly Identified[], condition: NonNullable<Dependency["condition"]>): this {
    this.#dependencies.push(...tasks.map(({ id }) => ({ id, condition })));
    return this;
  }
}
