import { ServerAccess, type Access } from "./access.js";
import { Backoff, pause } from "./backoff.js";
import { EdgewiseError, messageOf, UnreachableError, type Problem } from "./errors.js";

/** How long a request is repeated, and how long one try may take, unless it waits on purpose. */
export const PATIENCE_SECS = 30;

/** A request to the server. */
export interface Call {
  method: string;
  path: string;
  /** The body as JSON text. */
  body?: string | undefined;
  headers?: Record<string, string>;
  /** How many seconds the server may take on purpose before it answers. */
  waitSecs?: number;
  signal?: AbortSignal | undefined;
}

/** Which failures of a request are repeated: all that may pass, or only refusals that prove that nothing was executed. */
export type Repeat = "safe" | "refused";

/** Sends requests to one server and turns bad answers into errors. */
export class Transport {
  readonly #access: ServerAccess;

  constructor(access?: string | URL | Access) {
    this.#access = new ServerAccess(access);
  }

  /** The address of the server. */
  get url(): string {
    return this.#access.url;
  }

  /** Sends a request once and returns the parsed answer; undefined when it is empty. */
  async send(call: Call): Promise<unknown> {
    const limit = AbortSignal.timeout((PATIENCE_SECS + (call.waitSecs ?? 0)) * 1000);
    const signal = call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]);
    const { status, text, retryAfterSecs } = await this.#reply(call, signal);
    if (status >= 300) {
      throw new EdgewiseError(status, problem(text), retryAfterSecs);
    }
    try {
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    } catch (error) {
      // A proxy may have answered instead of the server.
      throw new UnreachableError(`The answer did not come from an Edgewise server: ${messageOf(error)}`);
    }
  }

  /** Sends a request, and repeats it for up to `patienceSecs` while its error may pass. */
  async sendPatiently(call: Call, patienceSecs: number, repeat: Repeat): Promise<unknown> {
    const deadline = Date.now() + patienceSecs * 1000;
    const backoff = new Backoff();
    for (;;) {
      try {
        return await this.send(call);
      } catch (error) {
        if (!(error instanceof EdgewiseError) || !(repeat === "safe" ? error.passing : error.status === 429)) {
          throw error;
        }
        const secs = backoff.next(error.retryAfterSecs);
        if (Date.now() + secs * 1000 > deadline) {
          throw error;
        }
        await pause(secs, call.signal);
        call.signal?.throwIfAborted();
      }
    }
  }

  /** Opens an answer that is read while the server writes it. */
  async open(call: Call): Promise<Response> {
    const response = await this.#fetch(call, call.signal);
    if (response.status >= 300) {
      throw new EdgewiseError(response.status, problem(await response.text()), retryAfter(response));
    }
    return response;
  }

  async #reply(call: Call, signal: AbortSignal): Promise<{ status: number; text: string; retryAfterSecs?: number }> {
    const response = await this.#fetch(call, signal);
    try {
      const secs = retryAfter(response);
      const text = await response.text();
      return { status: response.status, text, ...(secs === undefined ? {} : { retryAfterSecs: secs }) };
    } catch (error) {
      throw this.#failure(error, call.signal);
    }
  }

  async #fetch(call: Call, signal: AbortSignal | undefined): Promise<Response> {
    const headers: Record<string, string> = { Accept: "application/json", ...(await this.#access.headers()), ...call.headers };
    if (call.body !== undefined) {
      headers["Content-Type"] = "application/json";
    }
    const send = this.#access.fetch;
    try {
      return await send(this.url + call.path, {
        method: call.method,
        headers,
        redirect: "manual",
        ...(call.body === undefined ? {} : { body: call.body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      throw this.#failure(error, call.signal);
    }
  }

  #failure(error: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) {
      return signal.reason;
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = String((cause as { code?: unknown } | null)?.code ?? "");
    if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
      return new UnreachableError(
        `No secure connection to ${this.url}: ${messageOf(cause)}. If its certificate comes from an authority of your own, ` +
          "name the authority's file in NODE_EXTRA_CA_CERTS",
        { cause: error },
      );
    }
    return new UnreachableError(`No answer from ${this.url}: ${messageOf(cause) || code}`, { cause: error });
  }
}

/** Posts items; returns the outcome of each. */
export async function sendItems<T>(transport: Transport, path: string, body: string, count: number): Promise<T[]> {
  const answers = await transport.send({ method: "POST", path, body });
  if (!Array.isArray(answers) || answers.length !== count) {
    throw new UnreachableError("The answer did not come from an Edgewise server: it has not one outcome per item");
  }
  return answers as T[];
}

function retryAfter(response: Response): number | undefined {
  const text = response.headers.get("Retry-After");
  if (text === null) {
    return undefined;
  }
  const secs = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(secs) ? Math.max(0, secs) : undefined;
}

/** Reads the problem document of a refusal; empty if it is none, as when a proxy answered. */
function problem(text: string): Problem {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Problem) : {};
  } catch {
    return {};
  }
}
