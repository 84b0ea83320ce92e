// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { Delivery, DeliveryList } from "./deliveries-answers.js";

export interface ListDeliveriesOptions extends RequestOptions {
  state?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The operations of the API about deliveries. */
export interface DeliveriesOperations {
  /** The webhook calls of all tasks, those of new batches first. */
  listDeliveries(options?: ListDeliveriesOptions): Promise<DeliveryList>;
  /** The webhook calls of all tasks, those of new batches first, page by page. */
  allDeliveries(options?: ListDeliveriesOptions): AsyncIterableIterator<Delivery>;
  /** Call a webhook again that is dead or was delivered. */
  replayDelivery(id: string, options?: RequestOptions): Promise<void>;
}

export const deliveriesOperations = {
  listDeliveries: { method: "GET", path: "/v1/deliveries", iterator: "allDeliveries" },
  replayDelivery: { method: "POST", path: "/v1/deliveries/{id}/replay" },
} as const satisfies Record<string, Operation>;
