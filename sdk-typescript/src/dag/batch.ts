import type { BatchSubmission, Signal, Approval, TaskSubmission } from "../generated/index.js";
import { named, rendered, sourceOf, type Expression, type Reference } from "./expression.js";
import { TaskDraft, type Identified, type TaskOptions } from "./task.js";

/** The kind of tasks that nobody executes. */
const INLINE = "inline";

/** What a client submits; `Result` is the type of the batch's result. */
export interface BatchDraft<Result> {
  readonly "~result"?: Result;
  submission(): BatchSubmission;
}

/** The members of a batch, by the names of the API. */
export type BatchOptions<Inputs> = Omit<BatchSubmission, "tasks" | "name" | "inputs"> & { inputs?: Inputs };

/** What a task waits for; instead of a text for `for`, `until`, `name` and `key` there may be an expression. */
export type WaitFor = ({ for: Text } | { until: Text } | { signal: SignalName } | { approval: Approval }) & { timeout?: string };

type Text = string | Expression<string>;
type SignalName = { [Member in keyof Signal]: Signal[Member] | Expression<string> };

/** The result of a wait for an approval. */
export interface ApprovalResult {
  approved: boolean;
  by: string | null;
  comment: string | null;
  at: string;
}

/** A workflow that a task calls. */
export interface WorkflowCall {
  workflow: string;
  version?: number;
  /** Values and expressions. */
  inputs?: unknown;
}

/** A DAG of tasks that is submitted as one batch. `Inputs` and `Result` are the types of its inputs and its result. */
export class Batch<Inputs = unknown, Result = unknown> implements BatchDraft<Result> {
  /** Only a type: no value. */
  declare readonly "~result"?: Result;
  readonly #name: string | undefined;
  readonly #options: BatchOptions<unknown>;
  readonly #tasks = new Map<string, Pick<TaskDraft, "submission">>();

  constructor(name?: string, options: BatchOptions<Inputs> = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** The inputs in expressions. */
  get inputs(): Reference<Inputs> {
    return named<Inputs>("inputs");
  }

  /** Adds a task that a worker or a webhook executes. Its name and its kind are its ID unless the options name others. */
  task<R = unknown>(id: string, options: TaskOptions = {}): TaskDraft<R> {
    return this.#add<R>(id, options);
  }

  /** Adds a task for each item of a list; its result is the list of their results. */
  spread<R = unknown, Item = unknown>(
    id: string,
    list: Expression<readonly Item[]>,
    each: (item: Reference<Item>, index: Reference<number>) => TaskOptions,
  ): TaskDraft<R[]> {
    return this.#add<R[]>(id, { ...each(named<Item>("item"), named<number>("index")), spread: sourceOf(list) });
  }

  /** Adds an inline node: a value, computed where its dependencies end. */
  let<R>(id: string, value: Expression<R>, options: TaskOptions = {}): TaskDraft<R> {
    return this.#add<R>(id, { kind: INLINE, ...options, let: sourceOf(value) });
  }

  /** Adds a task that waits for a time, a signal or an approval. */
  wait(id: string, wait: { approval: Approval; timeout?: string }, options?: TaskOptions): TaskDraft<ApprovalResult>;
  wait<R = unknown>(id: string, wait: WaitFor, options?: TaskOptions): TaskDraft<R>;
  wait<R>(id: string, wait: WaitFor, options: TaskOptions = {}): TaskDraft<R> {
    return this.#add<R>(id, { kind: INLINE, ...options, wait });
  }

  /** Adds a task that runs a workflow as a batch of its own and has its result. */
  call<R = unknown>(id: string, call: WorkflowCall, options: TaskOptions = {}): TaskDraft<R> {
    return this.#add<R>(id, { kind: INLINE, ...options, call });
  }

  /** Adds a node whose value is the result of the batch; the first one wins. */
  output<R>(id: string, value: Expression<R>, options: TaskOptions = {}): Batch<Inputs, R> {
    this.#add<R>(id, { kind: INLINE, ...options, output: sourceOf(value) });
    return this as unknown as Batch<Inputs, R>;
  }

  /** Adds a node that ends the batch: its value is the result, and what has not ended is canceled. */
  return<R>(id: string, value: Expression<R>, { after, ...options }: TaskOptions & { after?: readonly Identified[] } = {}): Batch<Inputs, R> {
    this.#add<R>(id, { kind: INLINE, ...options, return: sourceOf(value) }).after(...(after ?? []));
    return this as unknown as Batch<Inputs, R>;
  }

  /** The tasks as the API takes them. */
  tasks(): TaskSubmission[] {
    return [...this.#tasks.values()].map((task) => task.submission());
  }

  /** The batch as the API takes it. */
  submission(): BatchSubmission {
    const members = rendered({ name: this.#name, ...this.#options }) as Omit<BatchSubmission, "tasks">;
    return { ...members, tasks: this.tasks() };
  }

  #add<R>(id: string, members: object): TaskDraft<R> {
    if (this.#tasks.has(id)) {
      throw new Error(`The batch has a task ${JSON.stringify(id)} already`);
    }
    const draft = new TaskDraft<R>(id, { ...members });
    this.#tasks.set(id, draft);
    return draft;
  }
}
