// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface ScheduleList {
  items: ScheduleView[];
  next_cursor: string | null | null;
}

export interface ScheduleView {
  name: string;
  workflow: string;
  inputs: unknown;
  cron: string | null | null;
  interval: unknown;
  zone: string;
  jitter: unknown;
  overlap: "skip" | "queue" | "allow";
  catch_up: unknown;
  paused: boolean;
  next_runs: string[];
  last_tick: string | null | null;
  last_batch: string | null | null;
  last_error: string | null | null;
  created_at: string;
  updated_at: string;
}
