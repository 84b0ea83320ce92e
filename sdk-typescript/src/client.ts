import type { Access } from "./access.js";
import type { BatchDraft } from "./dag/batch.js";
import { Backoff, pause } from "./backoff.js";
import { EdgewiseError } from "./errors.js";
import { eventsOf } from "./event-stream.js";
import { operations, type BatchView, type LedgerEntry, type Operations, type SubmissionAnswer } from "./generated/index.js";
import type { Operation, RequestOptions } from "./operation.js";
import { isSafe, requestOf } from "./requests.js";
import { PATIENCE_SECS, Transport, type Call } from "./transport.js";

const WAIT_AT_ONCE_SECS = 20;

/** How a client sends its requests. */
export interface ClientOptions extends Access {
  /** How long requests that are safe to repeat are repeated while the server cannot be reached. */
  patienceSecs?: number | undefined;
}

/** What a submission created; `Result` is the type of the batch's result. */
export interface Submitted<Result = unknown> extends SubmissionAnswer {
  /** Only a type: no value. */
  readonly "~result"?: Result;
}

/** A batch whose result has a type; the result is null until there is one. */
export type TypedBatchView<Result> = Omit<BatchView, "result"> & { result: Result | null };

// Every operation is a method, which the static block below defines.
export interface Client extends Operations {}

/**
 * Sends requests to a server. Reads, submissions and completions are repeated for up to `patienceSecs` while the server
 * cannot be reached; requests that are not safe to repeat are sent again only if the server refused them with 429.
 */
export class Client {
  readonly #transport: Transport;
  readonly #patienceSecs: number;

  static {
    for (const [name, operation] of Object.entries<Operation>(operations)) {
      define(name, function (this: Client, ...given: unknown[]) {
        return this.#perform(operation, given);
      });
      if (operation.iterator !== undefined) {
        define(operation.iterator, function (this: Client, ...given: unknown[]) {
          return this.#pages(operation, given);
        });
      }
    }

    function define(name: string, value: (this: Client, ...given: unknown[]) => unknown): void {
      Object.defineProperty(Client.prototype, name, { value, writable: true, configurable: true });
    }
  }

  constructor(access?: string | URL | ClientOptions) {
    this.#transport = new Transport(access);
    const given = typeof access === "object" && !(access instanceof URL) ? access.patienceSecs : undefined;
    this.#patienceSecs = given ?? PATIENCE_SECS;
  }

  /** The address of the server. */
  get url(): string {
    return this.#transport.url;
  }

  /** Submits a batch of the builder: one batch per idempotency key, and without a key one per call. */
  async submit<Result>(
    batch: BatchDraft<Result>,
    options: RequestOptions & { idempotency_key?: string | undefined } = {},
  ): Promise<Submitted<Result>> {
    return this.submitBatch(batch.submission(), options);
  }

  /** Waits until a batch has ended or the time is over, and returns the batch. */
  async waitForBatch<Result = unknown>(
    batch: string | Submitted<Result>,
    { longestSecs = Infinity, ...options }: RequestOptions & { longestSecs?: number | undefined } = {},
  ): Promise<TypedBatchView<Result>> {
    const id = typeof batch === "string" ? batch : batch.batch_id;
    if (id === null) {
      throw new TypeError("The submission created no batch, because all its tasks were deduplicated");
    }
    const deadline = Date.now() + longestSecs * 1000;
    for (;;) {
      const left = Math.max(0, (deadline - Date.now()) / 1000);
      // Rounded up, because the server waits for whole seconds.
      const view = await this.getBatch(id, { ...options, wait: Math.ceil(Math.min(left, WAIT_AT_ONCE_SECS)) });
      if (view.completed_at !== null || left === 0) {
        return view as TypedBatchView<Result>;
      }
    }
  }

  /** Follows a batch to its end: yields every entry of its ledger once and in order, as it is written. */
  async *watchBatch(id: string, { signal }: { signal?: AbortSignal | undefined } = {}): AsyncGenerator<LedgerEntry, void, undefined> {
    await this.getBatch(id, { signal });
    const stop = new AbortController();
    const ending = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
    // The server never ends the stream, so a second request waits for the end of the batch.
    const end = this.waitForBatch(id, { signal: ending }).finally(() => stop.abort());
    end.catch(() => {});
    const backoff = new Backoff();
    let last = 0;
    try {
      while (!ending.aborted) {
        for await (const entry of this.#stream(id, last, ending)) {
          backoff.reset();
          if (entry.id > last) {
            last = entry.id;
            yield entry;
          }
        }
        await pause(backoff.next(), ending);
      }
      signal?.throwIfAborted();
      await end;
      // What the stream has not delivered by then.
      yield* this.allBatchEvents(id, { after: last, signal });
    } finally {
      stop.abort();
    }
  }

  /** Yields the entries that one connection delivers; an error ends the connection and is not thrown. */
  async *#stream(id: string, last: number, signal: AbortSignal): AsyncGenerator<LedgerEntry, void, undefined> {
    const headers = { Accept: "text/event-stream", "Last-Event-ID": String(last) };
    const call: Call = { method: "GET", path: `/v1/batches/${encodeURIComponent(id)}/events`, headers, signal };
    try {
      const response = await this.#transport.open(call);
      for await (const data of eventsOf(response)) {
        yield JSON.parse(data) as LedgerEntry;
      }
    } catch (error) {
      if (error instanceof EdgewiseError && !error.passing) {
        throw error;
      }
    }
  }

  async #perform(operation: Operation, given: readonly unknown[]): Promise<unknown> {
    const { call, body, options } = requestOf(operation, given);
    const repeat = isSafe(operation, body) ? "safe" : "refused";
    return this.#transport.sendPatiently(call, options.patienceSecs ?? this.#patienceSecs, repeat);
  }

  async *#pages(operation: Operation, given: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const { call, options } = requestOf(operation, given, cursor === undefined ? {} : { cursor });
      const page = (await this.#transport.sendPatiently(call, options.patienceSecs ?? this.#patienceSecs, "safe")) as {
        items: unknown[];
        next_cursor: string | null;
      };
      yield* page.items;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
}
