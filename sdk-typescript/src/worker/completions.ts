import { Backoff, pause } from "../backoff.js";
import { EdgewiseError, messageOf } from "../errors.js";
import type { CompletionAnswer } from "../generated/index.js";
import { sendItems, type Transport } from "../transport.js";
import type { Holding } from "./holding.js";
import type { Logger } from "./logger.js";
import { Report } from "./report.js";

const MAX_AT_ONCE = 1_000;
const MAX_CHARS_AT_ONCE = 8 << 20;

/**
 * Reports completions to the server. Each request carries the reports that were queued during the last one. A request
 * without an answer, or refused for want of a valid key, is repeated until the leases of its tasks have expired.
 */
export class Completions {
  readonly #transport: Transport;
  readonly #logger: Logger;
  readonly #settled: (holding: Holding) => void;
  readonly #backoff = new Backoff();
  #queue: Report[] = [];
  #sending: Promise<void> | undefined;

  constructor(transport: Transport, logger: Logger, settled: (holding: Holding) => void) {
    this.#transport = transport;
    this.#logger = logger;
    this.#settled = settled;
  }

  /** Queues a report. */
  add(report: Report): void {
    this.#queue.push(report);
    this.#sending ??= this.#loop();
  }

  /** Returns when all reports are settled. */
  async drained(): Promise<void> {
    await this.#sending;
  }

  async #loop(): Promise<void> {
    // Reports of handlers that end in the same turn go together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const group = this.#group();
      const again = await this.#send(group);
      this.#queue = [...again, ...this.#queue];
    }
    this.#sending = undefined;
  }

  #group(): Report[] {
    let chars = 0;
    let count = 0;
    for (const report of this.#queue) {
      chars += report.text.length;
      if (count > 0 && (count === MAX_AT_ONCE || chars > MAX_CHARS_AT_ONCE)) {
        break;
      }
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  /** Sends a group of reports; returns those that must be sent again. */
  async #send(group: Report[]): Promise<Report[]> {
    const body = `[${group.map((report) => report.text).join(",")}]`;
    let answers: CompletionAnswer[];
    try {
      answers = await sendItems(this.#transport, "/v1/work/complete", body, group.length);
    } catch (error) {
      if (!(error instanceof EdgewiseError) || error.passing || error.deniesAccess) {
        return this.#postponed(group, error);
      }
      return this.#apart(group, error);
    }
    this.#backoff.reset();
    return group.flatMap((report, index) => this.#answered(report, answers[index]));
  }

  #answered(report: Report, answer: CompletionAnswer | undefined): Report[] {
    if (answer?.result === "invalid") {
      return this.#refused(report, answer.error ?? "no reason was given");
    }
    if (answer?.result !== "ok") {
      this.#logger.info(`The completion of ${String(report.holding)} came too late`);
    }
    this.#settled(report.holding);
    return [];
  }

  /** Fails a task whose result the server refuses; a retry would produce the same result. */
  #refused(report: Report, why: string): Report[] {
    this.#logger.warn(`The server refused the completion of ${String(report.holding)}: ${why}`);
    if (report.success) {
      return [Report.failed(report.holding, `The result was refused: ${why}`, false)];
    }
    this.#settled(report.holding);
    return [];
  }

  /** Sends each report alone after the server refused them together, so that only the invalid one is refused. */
  async #apart(group: Report[], why: EdgewiseError): Promise<Report[]> {
    const [first] = group;
    if (first !== undefined && group.length === 1) {
      return this.#refused(first, why.message);
    }
    const again: Report[] = [];
    for (const report of group) {
      again.push(...(await this.#send([report])));
    }
    return again;
  }

  async #postponed(group: Report[], why: unknown): Promise<Report[]> {
    const say = this.#backoff.isFirst ? "warn" : "debug";
    this.#logger[say](`Cannot report ${group.length} completions yet: ${messageOf(why)}`);
    const alive = group.filter((report) => !report.holding.hasLapsed);
    for (const report of group.filter((each) => !alive.includes(each))) {
      this.#logger.warn(`The lease of ${String(report.holding)} expired before its completion was reported`);
      this.#settled(report.holding);
    }
    if (alive.length > 0) {
      await pause(this.#backoff.next(why instanceof EdgewiseError ? why.retryAfterSecs : 0));
    }
    return alive;
  }
}
