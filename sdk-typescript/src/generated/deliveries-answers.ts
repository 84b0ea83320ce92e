// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface Delivery {
  idempotency_key: string;
  task_id: string;
  trigger: "Start" | "Success" | "Failure" | "Cancel";
  attempt: number;
  status: string;
  url: string | null | null;
  attempts: number;
  response_status: number | null | null;
  response_body: string | null | null;
  error: string | null | null;
  due_at: string | null | null;
  created_at: string | null | null;
  updated_at: string | null | null;
}

export interface DeliveryList {
  items: Delivery[];
  next_cursor: string | null | null;
}
