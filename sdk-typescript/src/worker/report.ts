import { messageOf, TaskFailure } from "../errors.js";
import type { TaskError } from "../generated/index.js";
import type { Holding } from "./holding.js";

const REASON_MAX_CHARS = 8_000;
const STACK_MAX_CHARS = 24_000;
const MESSAGE_MAX_CHARS = 4_000;

/** How an attempt ended. */
export class Report {
  readonly holding: Holding;
  /** The completion as JSON. */
  readonly text: string;
  readonly success: boolean;

  private constructor(holding: Holding, end: Record<string, unknown>, success: boolean) {
    this.holding = holding;
    this.success = success;
    const { task_id, delivery_token } = holding.task;
    this.text = JSON.stringify({ task_id, delivery_token, ...end });
  }

  /** A success; throws when the result cannot be written as JSON. */
  static succeeded(holding: Holding, result: unknown): Report {
    return new Report(holding, result === undefined ? { status: "Success" } : { status: "Success", result }, true);
  }

  /** A failure with a reason. */
  static failed(holding: Holding, reason: string, retryable: boolean): Report {
    return Report.#failure(holding, reason, { retryable });
  }

  /** A failure by what the handler threw. */
  static threw(holding: Holding, thrown: unknown): Report {
    const error = detailsOf(thrown);
    return thrown instanceof TaskFailure
      ? Report.#failure(holding, thrown.message, { retryable: thrown.retryable, error })
      : Report.#failure(holding, `${error.type}: ${error.message}`, { retryable: true, error });
  }

  static #failure(holding: Holding, reason: string, more: Record<string, unknown>): Report {
    const text = reason.replaceAll("\0", " ").trim().slice(0, REASON_MAX_CHARS).toWellFormed();
    return new Report(holding, { status: "Failure", failure_reason: text || "The handler gave no reason", ...more }, false);
  }
}

function detailsOf(thrown: unknown): TaskError {
  const stack = thrown instanceof Error && thrown.stack !== undefined ? stackOf(thrown) : null;
  return {
    type: thrown instanceof Error ? thrown.name : typeof thrown,
    message: clean(messageOf(thrown)).slice(0, MESSAGE_MAX_CHARS).toWellFormed(),
    stack: stack === null ? null : cut(clean(stack)).toWellFormed(),
  };
}

function stackOf(error: Error): string {
  const causes = [String(error.stack)];
  let cause = error.cause;
  while (cause instanceof Error && causes.length < 5) {
    causes.push(String(cause.stack));
    cause = cause.cause;
  }
  return causes.join("\nCaused by: ");
}

function clean(text: string): string {
  return text.replaceAll("\0", " ");
}

/** Cuts a text in the middle. */
function cut(text: string): string {
  const half = STACK_MAX_CHARS / 2;
  return text.length <= STACK_MAX_CHARS ? text : `${text.slice(0, half)}\n[cut]\n${text.slice(-half)}`;
}
