import type { ClaimedTask, LogLine } from "../generated/index.js";
import type { Holding } from "./holding.js";

/** What else a handler may say about a line of its log. */
export type LineOptions = Pick<LogLine, "level" | "fields">;

/** The task of a handler, with its cancellation, its log and its progress. */
export class TaskContext {
  readonly #holding: Holding;
  readonly #log: (line: LogLine) => void;
  readonly #beat: () => void;

  /** @internal */
  constructor(holding: Holding, log: (line: LogLine) => void, beat: () => void) {
    this.#holding = holding;
    this.#log = log;
    this.#beat = beat;
  }

  /** The task as the server sent it. */
  get task(): ClaimedTask {
    return this.#holding.task;
  }

  get taskId(): string {
    return this.task.task_id;
  }

  /** The attempt; counts from 0. */
  get attempt(): number {
    return this.task.attempt;
  }

  /** The metadata; null when the task has none. */
  get metadata(): unknown {
    return this.task.metadata;
  }

  /** Aborts when the handler should stop: the task was canceled or paused, the lease was lost, or the worker closes. */
  get signal(): AbortSignal {
    return this.#holding.signal;
  }

  /** Adds a line to the task's log; a second later the server has it. */
  log(message: string, { level, fields }: LineOptions = {}): void {
    this.#log({ at: new Date().toISOString(), message, level, fields });
  }

  /** Says how far the task is, from 0 to 1. */
  progress(progress: number, message?: string): void {
    if (!(progress >= 0 && progress <= 1)) {
      throw new RangeError("progress: must be from 0 to 1");
    }
    this.#holding.progress = message === undefined ? { progress } : { progress, message: message.slice(0, 500) };
    this.#beat();
  }
}
