import type { Operation, RequestOptions } from "./operation.js";
import type { Call } from "./transport.js";

/** The request of one call of an operation's method. */
export interface OperationRequest {
  call: Call;
  body: unknown;
  options: RequestOptions;
}

/** Turns the arguments of a method into a request: the path's variables, the body, the options. */
export function requestOf(operation: Operation, given: readonly unknown[], more: Record<string, unknown> = {}): OperationRequest {
  const rest = [...given];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    if (typeof value !== "string" || value === "") {
      throw new TypeError(`${name}: must be a string that is not empty`);
    }
    return encodeURIComponent(value);
  });
  const body = operation.body ? rest.shift() : undefined;
  const { signal, patienceSecs, idempotency_key, ...query } = (rest.shift() ?? {}) as RequestOptions & Record<string, unknown>;
  const headers: Record<string, string> = {};
  if (operation.keyed) {
    headers["Idempotency-Key"] = String(idempotency_key ?? crypto.randomUUID());
  }
  const wait = Number(query["wait"] ?? (body as { wait_secs?: number } | undefined)?.wait_secs ?? 0);
  return {
    call: {
      method: operation.method,
      path: path + queryOf({ ...query, ...more }),
      body: body === undefined ? undefined : JSON.stringify(body),
      headers,
      waitSecs: wait,
      signal,
    },
    body,
    options: { signal, patienceSecs },
  };
}

const REPEATABLE_PATHS = new Set(["/v1/work/complete", "/v1/work/heartbeat", "/v1/events", "/v1/tasks/{id}/heartbeat"]);

/** Whether a request has the same effect when the server executes it twice. */
export function isSafe(operation: Operation, body: unknown): boolean {
  const given = (body ?? {}) as Record<string, unknown>;
  if (operation.method === "PATCH") {
    return given["new_success"] == null && given["new_failures"] == null;
  }
  if (operation.method === "POST") {
    const hasOwnKey = given["run_key"] != null || (operation.path.includes("/signals/") && given["id"] != null);
    return operation.keyed === true || REPEATABLE_PATHS.has(operation.path) || hasOwnKey;
  }
  return operation.method !== "DELETE";
}

function queryOf(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) {
        parameters.append(name, typeof each === "object" ? JSON.stringify(each) : String(each));
      }
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
