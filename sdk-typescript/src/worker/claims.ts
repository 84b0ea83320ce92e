import { Backoff, pause } from "../backoff.js";
import { EdgewiseError, messageOf, UnreachableError } from "../errors.js";
import type { ClaimedTask, ClaimRequest } from "../generated/index.js";
import type { Transport } from "../transport.js";
import type { Logger } from "./logger.js";

const MAX_AT_ONCE = 1_000;

/**
 * Claims tasks, never more than there are free slots.
 *
 * An open claim is never abandoned: the server might still assign it a task, which would then wait for its lease to expire.
 * So stopping waits for the answer to the claim.
 */
export class Claims {
  readonly #transport: Transport;
  readonly #request: ClaimRequest;
  readonly #logger: Logger;
  readonly #taken: (task: ClaimedTask) => void;
  readonly #closing = new AbortController();
  readonly #backoff = new Backoff();
  readonly #ended: Promise<void>;
  #free: number;
  #slotFreed: () => void = () => {};

  constructor(transport: Transport, request: ClaimRequest, slots: number, logger: Logger, taken: (task: ClaimedTask) => void) {
    this.#transport = transport;
    this.#request = request;
    this.#logger = logger;
    this.#taken = taken;
    this.#free = slots;
    this.#ended = this.#loop();
  }

  /** Returns the slot of a task that has ended. */
  release(): void {
    this.#free += 1;
    this.#slotFreed();
  }

  /** Stops claiming and waits for the open claim. */
  async stop(): Promise<void> {
    this.#closing.abort();
    this.#slotFreed();
    await this.#ended;
  }

  async #loop(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#free === 0) {
        await new Promise<void>((resolve) => (this.#slotFreed = resolve));
      } else {
        await this.#claim(Math.min(this.#free, MAX_AT_ONCE));
      }
    }
  }

  async #claim(max: number): Promise<void> {
    const body = JSON.stringify({ ...this.#request, max });
    const waitSecs = this.#request.wait_secs ?? 0;
    let tasks: unknown;
    try {
      tasks = await this.#transport.send({ method: "POST", path: "/v1/work/claim", body, waitSecs });
      if (!Array.isArray(tasks)) {
        throw new UnreachableError("The answer did not come from an Edgewise server: it is not a list of tasks");
      }
    } catch (error) {
      this.#logger[this.#backoff.isFirst ? "warn" : "debug"](`Cannot claim tasks: ${messageOf(error)}`);
      await pause(this.#backoff.next(error instanceof EdgewiseError ? error.retryAfterSecs : 0), this.#closing.signal);
      return;
    }
    this.#backoff.reset();
    for (const task of tasks as ClaimedTask[]) {
      this.#free -= 1;
      this.#taken(task);
    }
  }
}
