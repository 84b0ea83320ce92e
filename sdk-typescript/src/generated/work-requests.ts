// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { TaskStatus } from "./enumerations.js";
import type { LogLine, TaskError } from "./tasks-requests.js";

export interface ClaimRequest {
  worker: string;
  kinds: string[];
  max?: number | null | undefined;
  wait_secs?: number | null | undefined;
  lease_secs?: number | null | undefined;
}

export interface Completion {
  task_id: string;
  delivery_token: string;
  status: TaskStatus;
  result?: unknown;
  failure_reason?: string | null | undefined;
  retryable?: boolean | null | undefined;
  error?: TaskError | null | undefined;
}

export interface Heartbeat {
  task_id: string;
  delivery_token: string;
  progress?: number | null | undefined;
  message?: string | null | undefined;
}

export interface NextRequest {
  completions?: Completion[] | null | undefined;
  worker: string;
  kinds: string[];
  max?: number | null | undefined;
  wait_secs?: number | null | undefined;
  lease_secs?: number | null | undefined;
}

export interface TaskLines {
  task_id: string;
  delivery_token: string;
  lines: LogLine[];
}
