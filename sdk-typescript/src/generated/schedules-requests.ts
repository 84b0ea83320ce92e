// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface BackfillRequest {
  from: string;
  to: string;
  max_parallel?: number | null | undefined;
  again?: boolean | null | undefined;
}

export interface ScheduleDefinition {
  workflow: string;
  version?: number | null | undefined;
  inputs?: unknown;
  cron?: string | null | undefined;
  interval?: unknown;
  zone?: string | null | undefined;
  jitter?: unknown;
  overlap?: "skip" | "queue" | "allow" | null | undefined;
  catch_up?: unknown;
  labels?: Record<string, string> | null | undefined;
}
