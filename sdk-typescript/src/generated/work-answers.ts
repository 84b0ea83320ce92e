// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { ItemResult } from "./enumerations.js";

export interface ClaimedTask {
  task_id: string;
  batch_id: string;
  kind: string;
  name: string;
  attempt: number;
  delivery_token: string;
  input: unknown;
  metadata: unknown;
  lease_until: string;
}

export interface CompletionAnswer {
  task_id: string | null | null;
  result: ItemResult;
  error: string | null | null;
}

export interface NextAnswer {
  completions: CompletionAnswer[];
  tasks: ClaimedTask[];
}
