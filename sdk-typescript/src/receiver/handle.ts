import { Transport } from "../transport.js";
import type { LogLine, PatchAnswer } from "../generated/index.js";

const PATIENCE_SECS = 30;

/** The right to report about one attempt of a task, whose address Edgewise gave. Keep the address to report from elsewhere. */
export class TaskHandle {
  readonly url: string;
  readonly #transport: Transport;
  readonly #path: string;
  readonly #token: string;

  constructor(url: string | URL, options: { fetch?: typeof fetch | undefined } = {}) {
    const parsed = new URL(url);
    this.url = parsed.href;
    this.#token = parsed.searchParams.get("token") ?? "";
    this.#path = parsed.pathname + parsed.search;
    // The token is in the address: no key is sent.
    this.#transport = new Transport({ url: parsed.origin, anonymous: true, ...options });
  }

  /** Ends the attempt with success. */
  succeed(result?: unknown): Promise<PatchAnswer> {
    return this.#patch(result === undefined ? { status: "Success" } : { status: "Success", result });
  }

  /** Ends the attempt with failure. */
  fail(reason: string, { retryable = true }: { retryable?: boolean } = {}): Promise<PatchAnswer> {
    return this.#patch({ status: "Failure", failure_reason: reason, retryable });
  }

  /** Says that the work goes on; returns whether it should stop. */
  async heartbeat(): Promise<boolean> {
    const answer = (await this.#post("heartbeat")) as { should_cancel: boolean };
    return answer.should_cancel;
  }

  /** Adds a line to the task's log. */
  async log(message: string, more: Pick<LogLine, "level" | "fields"> = {}): Promise<void> {
    await this.#post("logs", { lines: [{ at: new Date().toISOString(), message, ...more }] });
  }

  #patch(body: object): Promise<PatchAnswer> {
    const call = { method: "PATCH", path: this.#path, body: JSON.stringify(body) };
    return this.#transport.sendPatiently(call, PATIENCE_SECS, "safe") as Promise<PatchAnswer>;
  }

  #post(what: string, body?: object): Promise<unknown> {
    const id = this.#path.slice(0, this.#path.indexOf("?")).split("/").at(-1) ?? "";
    const prefix = this.#path.slice(0, this.#path.search(/\/(v1\/tasks|task)\//));
    const path = `${prefix}/v1/tasks/${id}/${what}?token=${encodeURIComponent(this.#token)}`;
    const repeat = what === "heartbeat" ? "safe" : "refused";
    return this.#transport.sendPatiently({ method: "POST", path, body: body && JSON.stringify(body) }, PATIENCE_SECS, repeat);
  }
}
