// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { Outcome, TaskStatus, Verb } from "./enumerations.js";

export interface Action {
  kind: "Webhook";
  params: Webhook;
}

export interface Approval {
  title?: string | null | undefined;
  text?: string | null | undefined;
}

export interface BatchGrowth {
  tasks: TaskSubmission[];
}

export interface BatchSubmission {
  tasks: TaskSubmission[];
  name?: string | null | undefined;
  inputs?: unknown;
  metadata?: unknown;
  labels?: Record<string, string> | null | undefined;
  on_task_failure?: "continue" | "stop" | null | undefined;
  deadline?: string | null | undefined;
  fairness_key?: string | null | undefined;
  fairness_weight?: number | null | undefined;
}

export interface Call {
  workflow: string;
  version?: number | null | undefined;
  inputs?: unknown;
}

export interface Dependency {
  id?: string | null | undefined;
  task_id?: string | null | undefined;
  condition?: "always" | "on_success" | "on_failure" | Outcome[] | null | undefined;
  requires_success?: boolean | null | undefined;
}

export interface Matcher {
  kind: string;
  status: TaskStatus;
  fields?: string[] | null | undefined;
}

export interface Retry {
  max_retries: number;
  initial_delay_secs?: number | null | undefined;
  backoff_multiplier?: number | null | undefined;
  max_delay_secs?: number | null | undefined;
  retry_on?: ("timeout" | "webhook_failure" | "explicit")[] | null | undefined;
  jitter?: number | null | undefined;
}

export interface Rule {
  type: "Concurrency" | "Capacity" | "Rate";
  matcher: Matcher;
  max_concurrency?: number | null | undefined;
  max_capacity?: number | null | undefined;
  max_starts?: number | null | undefined;
  per?: string | null | undefined;
}

export interface RulesPatch {
  kind: string;
  rules: Rule[];
}

export interface Signal {
  name: string;
  key?: string | null | undefined;
}

export interface SignalData {
  data?: unknown;
  id?: string | null | undefined;
}

export interface TaskSubmission {
  id: string;
  name: string;
  kind: string;
  timeout?: number | null | undefined;
  metadata?: unknown;
  priority?: number | null | undefined;
  dependencies?: Dependency[] | null | undefined;
  join?: "all" | "any" | number | null | undefined;
  on_start?: Action | null | undefined;
  on_success?: Action[] | null | undefined;
  on_failure?: Action[] | null | undefined;
  on_cancel?: Action[] | null | undefined;
  retry?: Retry | null | undefined;
  rules?: Rule[] | null | undefined;
  dedupe_strategy?: Matcher[] | null | undefined;
  expected_count?: number | null | undefined;
  dead_end_barrier?: boolean | null | undefined;
  start_after?: string | null | undefined;
  let?: string | null | undefined;
  when?: string | null | undefined;
  output?: string | null | undefined;
  input?: unknown;
  spread?: string | null | undefined;
  spread_errors?: "fail" | "collect" | "fail_fast" | null | undefined;
  spread_parallel?: number | null | undefined;
  spread_min_success?: number | string | null | undefined;
  return?: string | null | undefined;
  wait?: Wait | null | undefined;
  call?: Call | null | undefined;
  deadline?: string | null | undefined;
  fairness_key?: string | null | undefined;
  fairness_weight?: number | null | undefined;
}

export interface Wait {
  for?: string | null | undefined;
  until?: string | null | undefined;
  signal?: Signal | null | undefined;
  approval?: Approval | null | undefined;
  timeout?: string | null | undefined;
}

export interface Webhook {
  url: string;
  verb: Verb;
  body?: unknown;
  headers?: Record<string, string> | null | undefined;
}
