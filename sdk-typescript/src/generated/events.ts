// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { SignalAnswer } from "./batches-answers.js";
import type { EventAnswer } from "./events-answers.js";
import type { Event, KeyedSignal } from "./events-requests.js";

/** The operations of the API about events. */
export interface EventsOperations {
  /** Report what happens to tasks, as CloudEvents. */
  reportEvents(body: Event | Event[], options?: RequestOptions): Promise<EventAnswer[]>;
  /** Signal a workspace: end the waits for the name and key, or keep the signal for the next one. */
  signalWorkspace(name: string, body: KeyedSignal, options?: RequestOptions): Promise<SignalAnswer>;
}

export const eventsOperations = {
  reportEvents: { method: "POST", path: "/v1/events", body: true },
  signalWorkspace: { method: "POST", path: "/v1/signals/{name}", body: true },
} as const satisfies Record<string, Operation>;
