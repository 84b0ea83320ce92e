// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface BackfillAnswer {
  backfill_id: string;
  ticks: number;
}

export interface BackfillView {
  backfill_id: string;
  schedule: string;
  from: string;
  to: string;
  max_parallel: number;
  again: boolean;
  state: "running" | "done" | "canceled";
  ticks: number;
  started: number;
  failed: number;
  remaining: number;
  created_by: string;
  created_at: string;
  ended_at: string | null | null;
}

export interface ScheduleList {
  items: ScheduleView[];
  next_cursor: string | null | null;
}

export interface ScheduleView {
  name: string;
  workflow: string;
  version: number | null | null;
  inputs: unknown;
  cron: string | null | null;
  interval: unknown;
  zone: string;
  jitter: unknown;
  overlap: "skip" | "queue" | "allow";
  catch_up: unknown;
  labels: Record<string, string>;
  paused: boolean;
  next_runs: string[];
  last_tick: string | null | null;
  last_batch: string | null | null;
  last_error: string | null | null;
  created_at: string;
  updated_at: string;
}

export interface TickList {
  items: TickView[];
  next_cursor: string | null | null;
}

export interface TickView {
  tick_at: string;
  state: "started" | "skipped" | "failed";
  batch_id: string | null | null;
  reason: string | null | null;
  cause: "schedule" | "trigger" | "backfill";
  backfill_id: string | null | null;
}

export interface TriggerAnswer {
  batch_id: string;
  tick_at: string;
  workflow: string;
  version: number;
}
