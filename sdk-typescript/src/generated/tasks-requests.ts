// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { TaskStatus } from "./enumerations.js";

export interface ApprovalDecision {
  decision: "approve" | "reject";
  by?: string | null | undefined;
  comment?: string | null | undefined;
}

export interface BulkFilter {
  status?: TaskStatus | null | undefined;
  kind?: string | null | undefined;
  name?: string | null | undefined;
  timeout?: number | null | undefined;
  batch_id?: string | null | undefined;
  metadata?: unknown;
  failure_reason?: string | null | undefined;
  worker?: string | null | undefined;
  workflow?: string | null | undefined;
  label?: unknown;
  created_after?: string | null | undefined;
  created_before?: string | null | undefined;
  ended_after?: string | null | undefined;
  ended_before?: string | null | undefined;
}

export interface BulkRequest {
  action: "cancel" | "rerun" | "pause" | "resume";
  filter: BulkFilter;
  dry_run?: boolean | null | undefined;
}

export interface CounterUpdate {
  new_success?: number | null | undefined;
  new_failures?: number | null | undefined;
}

export interface LogLine {
  at?: string | null | undefined;
  level?: string | null | undefined;
  message: string;
  fields?: unknown;
}

export interface LogLines {
  lines: LogLine[];
}

export interface SignOfLife {
  progress?: number | null | undefined;
  message?: string | null | undefined;
}

export interface TaskError {
  type?: string | null | undefined;
  message?: string | null | undefined;
  stack?: string | null | undefined;
}

export interface TaskPatch {
  status?: TaskStatus | null | undefined;
  result?: unknown;
  failure_reason?: string | null | undefined;
  retryable?: boolean | null | undefined;
  metadata?: unknown;
  new_success?: number | null | undefined;
  new_failures?: number | null | undefined;
  expected_count?: number | null | undefined;
  priority?: number | null | undefined;
  progress?: number | null | undefined;
  message?: string | null | undefined;
  error?: TaskError | null | undefined;
}
