import { messageOf, TaskFailure } from "../errors.js";
import { CONSOLE, type Logger } from "../worker/logger.js";
import { TaskHandle } from "./handle.js";
import { MemoryKeys, type KeptAnswer, type KeyStore } from "./keys.js";
import { SignatureError, verifySignature } from "./signature.js";

/** What a handler returns when it will end the attempt by its handle. */
export const LATER: unique symbol = Symbol("later");

/** Why Edgewise calls. */
export type CallTrigger = "start" | "success" | "failure" | "cancel";

/** A call of Edgewise. */
export interface ReceivedCall<Body = unknown> {
  /** The same for each repetition of this call. */
  key: string;
  taskId: string;
  trigger: CallTrigger;
  /** Counts from 0. */
  attempt: number;
  /** The body: parsed JSON, else the text. */
  body: Body;
  request: Request;
  /** Ends the attempt later; only useful in calls of the trigger start. */
  handle: TaskHandle | undefined;
}

/** How a receiver works. */
export interface ReceiverOptions<Body> {
  /** The secrets as in WEBHOOK_SIGNING_SECRET, separated by commas or in a list; null takes unsigned calls, from anybody. */
  secrets: string | readonly string[] | null;
  /**
   * Does the work. For the trigger start, what it returns is the result of the task and what it throws fails the attempt,
   * unless it returns `LATER`. For the other triggers a throw makes Edgewise call again.
   */
  handle: (call: ReceivedCall<Body>) => unknown;
  /** Remembers the calls that were received; the memory of this process. */
  keys?: KeyStore | undefined;
  /** How far the clocks may differ; 300. */
  toleranceSecs?: number | undefined;
  /** Origins to which handles may lead, such as `https://edgewise.example`; any if absent. */
  handleOrigins?: readonly string[] | undefined;
  /** Sends the reports of handles. */
  fetch?: typeof fetch | undefined;
  logger?: Logger | undefined;
}

/** Makes a fetch-style handler of the calls that Edgewise makes: verified, executed once per key, answered with the result. */
export function receiver<Body = unknown>(options: ReceiverOptions<Body>): (request: Request) => Promise<Response> {
  const secrets = options.secrets === null ? null : secretsOf([options.secrets].flat());
  if (secrets?.length === 0) {
    throw new TypeError("secrets: give at least one, or null to take unsigned calls");
  }
  const keys = options.keys ?? new MemoryKeys();
  const running = new Map<string, Promise<KeptAnswer>>();
  return async (request) => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    try {
      if (secrets !== null) {
        await verifySignature(request.headers, bytes, { secrets, toleranceSecs: options.toleranceSecs });
      }
    } catch (error) {
      if (!(error instanceof SignatureError)) {
        throw error;
      }
      return respond({ status: 401, body: JSON.stringify({ error: error.message }) });
    }
    const call = callOf<Body>(request, bytes, options);
    if (typeof call === "string") {
      return respond({ status: 400, body: JSON.stringify({ error: call }) });
    }
    // Repetitions in this process wait for the first call's answer.
    const answer = running.get(call.key) ?? once(keys, call, options).finally(() => running.delete(call.key));
    running.set(call.key, answer);
    return respond(await answer);
  };
}

async function once<Body>(keys: KeyStore, call: ReceivedCall<Body>, options: ReceiverOptions<Body>): Promise<KeptAnswer> {
  const known = await keys.begin(call.key);
  if (known === "running") {
    return { status: 503, body: JSON.stringify({ error: "Another process works on this call" }) };
  }
  if (known !== "new") {
    return known;
  }
  const answer = await answerTo(call, options);
  await (answer.status < 300 ? keys.finish(call.key, answer) : keys.forget(call.key));
  return answer;
}

async function answerTo<Body>(call: ReceivedCall<Body>, options: ReceiverOptions<Body>): Promise<KeptAnswer> {
  try {
    const result = await options.handle(call);
    if (call.trigger !== "start") {
      return { status: 200, body: "" };
    }
    return result === LATER
      ? { status: 202, body: "" }
      : { status: 200, body: JSON.stringify({ status: "Success", ...(result === undefined ? {} : { result }) }) };
  } catch (error) {
    (options.logger ?? CONSOLE).error(`The handler of ${call.key} failed`, error);
    if (call.trigger !== "start") {
      return { status: 500, body: JSON.stringify({ error: messageOf(error) }) };
    }
    const name = error instanceof Error ? error.name : typeof error;
    const [reason, retryable] = error instanceof TaskFailure ? [error.message, error.retryable] : [`${name}: ${messageOf(error)}`, true];
    const failure_reason = reason.replaceAll("\0", " ").slice(0, 8_000).toWellFormed();
    return { status: 200, body: JSON.stringify({ status: "Failure", failure_reason, retryable }) };
  }
}

/** Reads a request; returns what is wrong if it is not a call of Edgewise. */
function callOf<Body>(request: Request, bytes: Uint8Array, options: ReceiverOptions<Body>): ReceivedCall<Body> | string {
  const key = request.headers.get("Idempotency-Key");
  const taskId = request.headers.get("X-Task-Id");
  const trigger = request.headers.get("X-Task-Trigger");
  if (key === null || taskId === null || !isTrigger(trigger)) {
    return "This is not a call of Edgewise: Idempotency-Key, X-Task-Id or X-Task-Trigger is missing";
  }
  const url = new URL(request.url).searchParams.get("handle");
  if (url !== null && (!URL.canParse(url) || !(options.handleOrigins?.includes(new URL(url).origin) ?? true))) {
    return "The handle leads to an address that this receiver does not report to";
  }
  return {
    key,
    taskId,
    trigger,
    attempt: Number(request.headers.get("X-Task-Attempt") ?? 0),
    body: bodyOf(new TextDecoder().decode(bytes)) as Body,
    request,
    handle: url === null ? undefined : new TaskHandle(url, { fetch: options.fetch }),
  };
}

function secretsOf(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(","))
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}

function isTrigger(text: string | null): text is CallTrigger {
  return text === "start" || text === "success" || text === "failure" || text === "cancel";
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function respond({ status, body }: KeptAnswer): Response {
  return new Response(body === "" ? null : body, { status, headers: body === "" ? {} : { "Content-Type": "application/json" } });
}
