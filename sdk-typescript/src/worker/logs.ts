import { Backoff, pause } from "../backoff.js";
import { EdgewiseError, messageOf } from "../errors.js";
import type { CompletionAnswer, LogLine } from "../generated/index.js";
import { sendItems, type Transport } from "../transport.js";
import type { Holding } from "./holding.js";
import type { Logger } from "./logger.js";

const PAUSE_MS = 500;
const MAX_LINES_OF_TASK = 5_000;
const TRIES = 5;

/** Sends what handlers log: in groups, and the rest of a task's lines before its completion. Lost lines fail no task. */
export class Logs {
  readonly #transport: Transport;
  readonly #logger: Logger;
  readonly #lines = new Map<Holding, LogLine[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;

  constructor(transport: Transport, logger: Logger) {
    this.#transport = transport;
    this.#logger = logger;
  }

  /** Keeps a line until the next group is sent. */
  add(holding: Holding, line: LogLine): void {
    const lines = this.#lines.get(holding) ?? [];
    this.#lines.set(holding, lines);
    if (lines.length < MAX_LINES_OF_TASK) {
      lines.push(line);
    } else {
      holding.droppedLines += 1;
    }
    this.#timer ??= setTimeout(() => void this.#send(), PAUSE_MS);
  }

  /** Returns when the lines of a task are sent. */
  async flush(holding: Holding): Promise<void> {
    // A group that is under way may hold lines of the task.
    await this.#sending;
    while (this.#lines.has(holding)) {
      await this.#send();
    }
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const group = [...this.#lines];
    this.#lines.clear();
    const items = group.map(([holding, lines]) => ({ ...identity(holding), lines: withDropped(holding, lines) }));
    const backoff = new Backoff();
    for (let left = TRIES; items.length > 0; left -= 1) {
      try {
        const answers = await sendItems<CompletionAnswer>(this.#transport, "/v1/work/log", JSON.stringify(items), items.length);
        answers.forEach((answer, index) => {
          if (answer.result === "invalid") {
            this.#logger.warn(`The server refused log lines of ${String(group[index]?.[0])}: ${answer.error ?? ""}`);
          }
        });
        return;
      } catch (error) {
        if (left === 1 || !(error instanceof EdgewiseError) || !error.passing) {
          this.#logger.warn(`Log lines of ${items.length} tasks are lost: ${messageOf(error)}`);
          return;
        }
        await pause(backoff.next(error.retryAfterSecs));
      }
    }
  }
}

function identity({ task: { task_id, delivery_token } }: Holding): { task_id: string; delivery_token: string } {
  return { task_id, delivery_token };
}

function withDropped(holding: Holding, lines: LogLine[]): LogLine[] {
  const dropped = holding.droppedLines;
  holding.droppedLines = 0;
  return dropped === 0 ? lines : [...lines, { level: "warn", message: `The worker dropped ${dropped} lines` }];
}
