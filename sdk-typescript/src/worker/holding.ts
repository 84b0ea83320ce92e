import type { ClaimedTask } from "../generated/index.js";

/** How far a task is, as its next heartbeat says. */
export interface Progress {
  progress?: number;
  message?: string;
}

/**
 * A task that a worker holds, from its claim until its completion was reported. The lease is measured by this machine's
 * clock, from when the server last confirmed it.
 */
export class Holding {
  readonly task: ClaimedTask;
  /** How far the task is, until a heartbeat says so. */
  progress: Progress | undefined;
  /** How many further log lines did not fit into the memory of the worker. */
  droppedLines = 0;
  readonly #canceled = new AbortController();
  readonly #leaseSecs: number;
  #confirmed = performance.now();

  constructor(task: ClaimedTask, leaseSecs: number) {
    this.task = task;
    this.#leaseSecs = leaseSecs;
  }

  /** Aborts when the handler should stop. */
  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  cancel(why: string): void {
    this.#canceled.abort(new DOMException(why, "AbortError"));
  }

  /** What the handler has said since the last heartbeat. */
  takeProgress(): Progress | undefined {
    const progress = this.progress;
    this.progress = undefined;
    return progress;
  }

  /** Called when the server has extended the lease. */
  confirm(): void {
    this.#confirmed = performance.now();
  }

  /** Whether the lease has certainly expired. */
  get hasLapsed(): boolean {
    return performance.now() - this.#confirmed > this.#leaseSecs * 1000;
  }

  toString(): string {
    return `${this.task.kind} task ${this.task.task_id}, attempt ${this.task.attempt}`;
  }
}
