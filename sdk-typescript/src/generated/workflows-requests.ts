// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { TaskSubmission } from "./batches-requests.js";

export interface RunRequest {
  inputs?: unknown;
  version?: number | null | undefined;
  run_key?: string | null | undefined;
  labels?: Record<string, string> | null | undefined;
}

export interface WorkflowDefinition {
  inputs?: unknown;
  tasks: TaskSubmission[];
  output?: string | null | undefined;
  fairness_key?: string | null | undefined;
  fairness_weight?: number | null | undefined;
  labels?: Record<string, string> | null | undefined;
}
