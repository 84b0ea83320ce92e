// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { Retry, Rule, Webhook } from "./batches-requests.js";
import type { ItemResult, Outcome, TaskStatus } from "./enumerations.js";
import type { TaskError } from "./tasks-requests.js";

export interface ApprovalList {
  items: OpenApproval[];
  next_cursor: string | null | null;
}

export interface Attempt {
  attempt: number;
  worker: string | null | null;
  started_at: string | null | null;
  ended_at: string | null | null;
  outcome: "Success" | "Failure" | "Timeout" | "Canceled" | null | null;
  failure_reason: string | null | null;
  error: TaskError | null | null;
}

export interface AttemptList {
  items: Attempt[];
  next_cursor: string | null | null;
}

export interface BulkAnswer {
  matched: number;
  applied: number;
  refused: BulkRefusal[];
  sample: string[];
}

export interface BulkRefusal {
  reason: string;
  count: number;
}

export interface Explanation {
  task_id: string;
  status: TaskStatus;
  attempt: number;
  reasons: string[];
  unmet: UnmetEdge[];
  unmet_count: number;
  paused_from: TaskStatus | null | null;
  next_retry_at: string | null | null;
  starts_at: string | null | null;
  host: string | null | null;
  queue: QueuePlace | null | null;
  lease: TaskLease | null | null;
  waiting_for: WaitingFor | null | null;
  child_batch_id: string | null | null;
  cause: RootCause | null | null;
}

export interface FailureGroup {
  kind: string;
  reason: string;
  count: number;
  last_at: string;
  sample_task_id: string;
}

export interface FailureList {
  items: FailureGroup[];
  next_cursor: string | null | null;
  complete: boolean;
}

export interface HeartbeatAnswer {
  task_id: string | null | null;
  result: ItemResult;
  should_cancel: boolean;
  error: string | null | null;
}

export interface HeldTask {
  task_id: string;
  name: string;
  holder: string;
}

export interface LogAnswer {
  result: ItemResult;
}

export interface LogEntry {
  id: number;
  attempt: number;
  line: number;
  at: string;
  level: string;
  message: string;
  fields: unknown;
}

export interface LogList {
  items: LogEntry[];
  next_cursor: string | null | null;
}

export interface OpenApproval {
  task_id: string;
  task_name: string;
  kind: string;
  batch_id: string;
  batch_name: string | null | null;
  title: string | null | null;
  text: string | null | null;
  since: string;
  due_at: string | null | null;
  paused: boolean;
}

export interface PatchAnswer {
  id: string;
  status: TaskStatus;
  attempt: number;
  applied: boolean;
}

export interface QueuePlace {
  ahead: number;
  parked: string | null | null;
  obstacles: RuleObstacle[];
}

export interface RootCause {
  task_id: string;
  name: string;
  status: TaskStatus;
  failure_reason: string | null | null;
}

export interface RuleObstacle {
  type: "Concurrency" | "Capacity" | "Rate";
  reason: string;
  holders: HeldTask[];
}

export interface Task {
  id: string;
  name: string;
  kind: string;
  status: TaskStatus;
  created_at: string;
  started_at: string | null | null;
  ended_at: string | null | null;
  success: number;
  failures: number;
  expected_count: number | null | null;
  batch_id: string;
  dead_end_barrier: boolean;
  priority: number;
  attempt: number;
  timeout: number;
  rules: Rule[];
  metadata: unknown;
  actions: TaskAction[];
  last_updated: string;
  failure_reason: string | null | null;
  retry: Retry | null | null;
  next_retry_at: string | null | null;
  dependencies: TaskDependency[];
  result: unknown;
  input: unknown;
  let: string | null | null;
  when: string | null | null;
  output: string | null | null;
  spread: string | null | null;
  spread_errors: "fail" | "collect" | "fail_fast" | null | null;
  spread_parallel: number | null | null;
  spread_min_success: number | string | null | null;
  return: string | null | null;
  wait: unknown;
  call: unknown;
  deadline: string | null | null;
  waiting_for: WaitingFor | null | null;
  child_batch_id: string | null | null;
  /** How many edges must be satisfied */
  join: "all" | "any" | number;
  start_after: string | null | null;
  worker: string | null | null;
  deps_total: number;
  deps_satisfied: number;
  fairness_key: string | null | null;
  fairness_weight: number;
  progress: number | null | null;
  message: string | null | null;
  error: TaskError | null | null;
}

export interface TaskAction {
  kind: "Webhook";
  trigger: "Start" | "Success" | "Failure" | "Cancel";
  params: Webhook;
}

export interface TaskDependency {
  id: string | null | null;
  task_id: string;
  /** The outcomes of the parent that satisfy the edge */
  condition: "always" | "on_success" | "on_failure" | Outcome[];
}

export interface TaskLease {
  holder: string;
  worker: boolean;
  until: string;
}

export interface UnmetEdge {
  parent_id: string;
  name: string | null | null;
  status: TaskStatus | null | null;
  /** The outcomes of the parent that satisfy the edge */
  condition: "always" | "on_success" | "on_failure" | Outcome[];
  satisfied: boolean | null | null;
}

export interface WaitingFor {
  form: "for" | "until" | "signal" | "approval";
  name: string | null | null;
  key: string | null | null;
  title: string | null | null;
  text: string | null | null;
  since: string;
  due_at: string | null | null;
}
