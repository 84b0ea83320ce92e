import { Backoff } from "../backoff.js";
import { messageOf } from "../errors.js";
import type { HeartbeatAnswer } from "../generated/index.js";
import { sendItems, type Transport } from "../transport.js";
import type { Holding } from "./holding.js";
import type { Logger } from "./logger.js";

const MAX_AT_ONCE = 10_000;
const PROGRESS_SECS = 1;

/** Extends the leases of all held tasks, and learns which of them to cancel. */
export class Heartbeats {
  readonly #transport: Transport;
  readonly #logger: Logger;
  readonly #held: ReadonlySet<Holding>;
  readonly #periodSecs: number;
  readonly #backoff = new Backoff();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;
  #closed = false;

  constructor(transport: Transport, logger: Logger, held: ReadonlySet<Holding>, periodSecs: number) {
    this.#transport = transport;
    this.#logger = logger;
    this.#held = held;
    this.#periodSecs = periodSecs;
    this.#schedule(periodSecs);
  }

  /** Sends the next heartbeat soon, because a task has made progress. */
  soon(): void {
    this.#schedule(PROGRESS_SECS);
  }

  /** Stops extending leases. */
  stop(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(secs: number): void {
    const due = performance.now() + secs * 1000;
    if (this.#closed || due >= this.#due) {
      return;
    }
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      void this.#beat().then((ok) => this.#schedule(ok ? this.#periodSecs : Math.min(this.#backoff.next(), this.#periodSecs)));
    }, secs * 1000);
  }

  async #beat(): Promise<boolean> {
    const now = [...this.#held];
    try {
      for (let first = 0; first < now.length; first += MAX_AT_ONCE) {
        await this.#beatFor(now.slice(first, first + MAX_AT_ONCE));
      }
    } catch (error) {
      this.#logger[this.#backoff.isFirst ? "warn" : "debug"](`Cannot extend leases: ${messageOf(error)}`);
      for (const holding of now.filter((each) => each.hasLapsed)) {
        holding.cancel("The lease was lost");
      }
      return false;
    }
    this.#backoff.reset();
    return true;
  }

  async #beatFor(some: Holding[]): Promise<void> {
    const beats = some.map((holding) => {
      const { task_id, delivery_token } = holding.task;
      return { task_id, delivery_token, ...holding.takeProgress() };
    });
    const answers: HeartbeatAnswer[] = await sendItems(this.#transport, "/v1/work/heartbeat", JSON.stringify(beats), some.length);
    some.forEach((holding, index) => {
      const answer = answers[index];
      if (answer?.result === "ok") {
        holding.confirm();
      }
      if (answer?.should_cancel) {
        holding.cancel(answer.result === "stale" ? "The lease was lost" : "The task was canceled");
      }
    });
  }
}
