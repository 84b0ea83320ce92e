/** The problem document (RFC 9457) of a refusal. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  error?: string;
  details?: string[];
  current_status?: string;
  current_attempt?: number;
  request_id?: string;
}

/** A request failed: the server refused it, or did not answer (`UnreachableError`). */
export class EdgewiseError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The kind of error in kebab case, such as `task-not-found`; `unknown` when something else than Edgewise answered. */
  readonly code: string;
  /** Every rule that the request breaks. */
  readonly details: readonly string[];
  readonly problem: Problem;
  /** How many seconds the server asks to wait before the next try. */
  readonly retryAfterSecs: number | undefined;

  constructor(status: number, problem: Problem, retryAfterSecs?: number, options?: ErrorOptions) {
    super(sentence(status, problem), options);
    this.name = "EdgewiseError";
    this.status = status;
    this.code = problem.type?.split(/[:/#]/).at(-1) ?? "unknown";
    this.details = problem.details ?? [];
    this.problem = problem;
    this.retryAfterSecs = retryAfterSecs;
  }

  /** Whether the same request may succeed a moment later. */
  get passing(): boolean {
    return this.status >= 500 || this.status === 429 || this.code === "idempotency-key-in-progress";
  }

  /** Whether the server refuses the sender rather than the request. */
  get deniesAccess(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** There was no answer, or it did not come from an Edgewise server; the request may have been executed. */
export class UnreachableError extends EdgewiseError {
  constructor(message: string, options?: ErrorOptions) {
    super(0, { type: "unreachable", error: message }, undefined, options);
    this.name = "UnreachableError";
  }

  override get passing(): boolean {
    return true;
  }
}

/** Thrown by a handler to fail its attempt; with `retryable: false` the task is not retried. */
export class TaskFailure extends Error {
  readonly retryable: boolean;

  constructor(reason: string, { retryable = true, ...options }: { retryable?: boolean } & ErrorOptions = {}) {
    super(reason, options);
    this.name = "TaskFailure";
    this.retryable = retryable;
  }
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function sentence(status: number, problem: Problem): string {
  const error = problem.error ?? `The server answered ${status}`;
  const more = problem.details?.length ? problem.details.join("; ") : problem.detail;
  const text = more === undefined || more === null ? error : `${error}: ${more}`;
  return status === 401 ? `${text} Set EDGEWISE_TOKEN, or give the client a token.` : text;
}
