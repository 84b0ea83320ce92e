// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface ScheduleDefinition {
  workflow: string;
  inputs?: unknown;
  cron?: string | null | undefined;
  interval?: unknown;
  zone?: string | null | undefined;
  jitter?: unknown;
  overlap?: "skip" | "queue" | "allow" | null | undefined;
  catch_up?: unknown;
}
