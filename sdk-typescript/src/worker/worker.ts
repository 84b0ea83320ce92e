import { hostname } from "node:os";
import process from "node:process";
import type { Access } from "../access.js";
import { pause } from "../backoff.js";
import { messageOf } from "../errors.js";
import type { ClaimedTask } from "../generated/index.js";
import { Transport } from "../transport.js";
import { Claims } from "./claims.js";
import { Completions } from "./completions.js";
import { TaskContext } from "./context.js";
import { Heartbeats } from "./heartbeats.js";
import { Holding } from "./holding.js";
import { CONSOLE, type Logger } from "./logger.js";
import { Logs } from "./logs.js";
import { Report } from "./report.js";

const CANCEL_GRACE_SECS = 5;

/** Executes a task; what it returns is the result, and what it throws fails the attempt. */
export type Handler<Input, Result> = (input: Input, context: TaskContext) => Result | Promise<Result>;

/** How a worker works. */
export interface WorkerOptions extends Access {
  /** The name by which the server shows the worker. */
  name?: string | undefined;
  /** How many tasks run at once; 16. */
  concurrency?: number | undefined;
  /** How long a claim waits at the server for a task, and closing may take; 5. */
  pollSecs?: number | undefined;
  /** How long the server waits for a heartbeat before it gives a task up; 30. */
  leaseSecs?: number | undefined;
  /** How long closing waits for the running handlers; 30. */
  drainSecs?: number | undefined;
  /** Where the worker says what it does; warnings and errors go to the console. */
  logger?: Logger | undefined;
}

interface Running {
  claims: Claims;
  heartbeats: Heartbeats;
}

/** Claims tasks that have no `on_start`, runs their handlers and reports the completions until it is closed. */
export class Worker implements AsyncDisposable {
  readonly #transport: Transport;
  readonly #name: string;
  readonly #concurrency: number;
  readonly #pollSecs: number;
  readonly #leaseSecs: number;
  readonly #drainSecs: number;
  readonly #logger: Logger;
  readonly #completions: Completions;
  readonly #logs: Logs;
  readonly #handlers = new Map<string, Handler<never, unknown>>();
  readonly #held = new Set<Holding>();
  readonly #tasks = new Set<Promise<void>>();
  #running: Running | undefined;
  #closed: Promise<void> | undefined;

  constructor(access: string | URL | WorkerOptions = {}) {
    const options: WorkerOptions = typeof access === "string" || access instanceof URL ? { url: access } : access;
    this.#transport = new Transport(options);
    this.#name = options.name ?? `typescript-${hostname()}-${process.pid}`;
    this.#concurrency = within("concurrency", options.concurrency ?? 16, 1, 100_000);
    this.#pollSecs = within("pollSecs", options.pollSecs ?? 5, 1, 60);
    this.#leaseSecs = within("leaseSecs", options.leaseSecs ?? 30, 1, 86_400);
    this.#drainSecs = options.drainSecs ?? 30;
    this.#logger = options.logger ?? CONSOLE;
    this.#completions = new Completions(this.#transport, this.#logger, (holding) => this.#held.delete(holding));
    this.#logs = new Logs(this.#transport, this.#logger);
  }

  /** Sets the function that handles tasks of a kind. */
  handle<Input = unknown, Result = unknown>(kind: string, handler: Handler<Input, Result>): this {
    if (this.#running !== undefined) {
      throw new Error("Call handle() before start(): the worker claims only the kinds that it had then");
    }
    this.#handlers.set(kind, handler as Handler<never, unknown>);
    return this;
  }

  /** Starts to claim tasks. */
  start(): this {
    if (this.#handlers.size === 0) {
      throw new Error("The worker handles no kind. Call handle() at least once before start()");
    }
    if (this.#running !== undefined) {
      throw new Error("The worker has been started");
    }
    const request = {
      worker: this.#name,
      kinds: [...this.#handlers.keys()].sort(),
      wait_secs: this.#pollSecs,
      lease_secs: this.#leaseSecs,
    };
    this.#running = {
      heartbeats: new Heartbeats(this.#transport, this.#logger, this.#held, this.#leaseSecs / 3),
      claims: new Claims(this.#transport, request, this.#concurrency, this.#logger, (task) => this.#take(task)),
    };
    return this;
  }

  /** Claims tasks until SIGTERM or SIGINT, and returns when the last completion was reported. */
  async run(): Promise<void> {
    if (this.#running === undefined) {
      this.start();
    }
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        process.off("SIGTERM", stop);
        process.off("SIGINT", stop);
        resolve();
      };
      process.on("SIGTERM", stop);
      process.on("SIGINT", stop);
    });
    await this.close();
  }

  /** Stops the claims, waits for the running handlers and reports their completions. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    if (this.#running === undefined) {
      return;
    }
    await this.#running.claims.stop();
    if (!(await this.#idle(this.#drainSecs))) {
      for (const holding of this.#held) {
        holding.cancel("The worker closes");
      }
      await this.#idle(CANCEL_GRACE_SECS);
    }
    await this.#completions.drained();
    this.#running.heartbeats.stop();
  }

  /** Waits for the running handlers; returns whether all have ended. */
  async #idle(longestSecs: number): Promise<boolean> {
    const over = new AbortController();
    await Promise.race([Promise.all(this.#tasks), pause(longestSecs, over.signal)]);
    over.abort();
    return this.#tasks.size === 0;
  }

  #take(task: ClaimedTask): void {
    const holding = new Holding(task, this.#leaseSecs);
    this.#held.add(holding);
    const work = this.#work(holding).finally(() => {
      this.#tasks.delete(work);
      this.#running?.claims.release();
    });
    this.#tasks.add(work);
  }

  async #work(holding: Holding): Promise<void> {
    const report = await this.#run(holding);
    await this.#logs.flush(holding);
    this.#completions.add(report);
  }

  async #run(holding: Holding): Promise<Report> {
    const { task } = holding;
    const handler = this.#handlers.get(task.kind);
    const context = new TaskContext(
      holding,
      (line) => this.#logs.add(holding, line),
      () => this.#running?.heartbeats.soon(),
    );
    let result: unknown;
    try {
      result = await handler?.(task.input as never, context);
    } catch (error) {
      this.#logger.error(`The handler of ${String(holding)} failed`, error);
      return Report.threw(holding, error);
    }
    try {
      return Report.succeeded(holding, result);
    } catch (error) {
      return Report.failed(holding, `The result cannot be written as JSON: ${messageOf(error)}`, false);
    }
  }
}

function within(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name}: must be an integer from ${least} to ${most}`);
  }
  return value;
}
