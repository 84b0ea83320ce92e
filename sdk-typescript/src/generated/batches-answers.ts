// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { BatchState, EdgeResolution, Outcome, TaskStatus } from "./enumerations.js";

export interface AddedEdge {
  from: string;
  to: string;
}

export interface BasicTask {
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
  failure_reason: string | null | null;
  next_retry_at: string | null | null;
  /** How many edges must be satisfied */
  join: "all" | "any" | number;
}

export interface BatchList {
  items: BatchSummary[];
  next_cursor: string | null | null;
}

export interface BatchPauseAnswer {
  batch_id: string;
  paused: boolean;
  applied: boolean;
}

export interface BatchRerunAnswer {
  batch_id: string;
}

export interface BatchSummary {
  batch_id: string;
  name: string | null | null;
  metadata: unknown;
  labels: Record<string, string>;
  state: BatchState;
  total_tasks: number;
  status_counts: StatusCounts;
  created_at: string;
  completed_at: string | null | null;
}

export interface BatchView {
  batch_id: string;
  name: string | null | null;
  metadata: unknown;
  labels: Record<string, string>;
  state: BatchState;
  total_tasks: number;
  total_success: number;
  total_failures: number;
  total_expected: number | null | null;
  status_counts: StatusCounts;
  result: unknown;
  created_at: string;
  completed_at: string | null | null;
  inputs: unknown;
  workflow: BatchWorkflow | null | null;
  schedule: string | null | null;
  on_task_failure: "continue" | "stop";
  deadline: string | null | null;
  parent_task_id: string | null | null;
  paused: boolean;
}

export interface BatchWorkflow {
  name: string;
  version: number;
}

export interface Dag {
  tasks: BasicTask[];
  links: DagLink[];
  spreads: SpreadProgress[];
}

export interface DagLayout {
  method: "elk" | "layers" | "groups";
  width: number;
  height: number;
  node_width: number;
  node_height: number;
  nodes: PlacedNode[];
  links: PlacedLink[];
}

export interface DagLink {
  parent_id: string;
  child_id: string;
  /** The outcomes of the parent that satisfy the edge */
  condition: "always" | "on_success" | "on_failure" | Outcome[];
  satisfied: boolean | null | null;
  resolution: EdgeResolution | null | null;
}

export interface DryRunAnswer {
  tasks: number;
  edges: number;
  levels: number;
  added_edges: AddedEdge[];
  critical_path: string[];
  warnings: string[];
}

export interface EdgeList {
  items: EdgeView[];
  next_cursor: string | null | null;
}

export interface EdgeView {
  parent_id: string;
  child_id: string;
  /** The outcomes of the parent that satisfy the edge */
  condition: "always" | "on_success" | "on_failure" | Outcome[];
  satisfied: boolean | null | null;
  resolution: EdgeResolution | null | null;
  satisfied_at: string | null | null;
  satisfying_attempt: number | null | null;
  row_version: number | null | null;
}

export interface LedgerEntry {
  id: number;
  type: string;
  task_id: string | null | null;
  attempt: number | null | null;
  at: string;
  detail: string | null | null;
  source_id: string | null | null;
  actor: string | null | null;
}

export interface LedgerList {
  items: LedgerEntry[];
  next_cursor: string | null | null;
}

export interface PlacedLink {
  parent_id: string;
  child_id: string;
  /** The outcomes of the parent that satisfy the edge */
  condition: "always" | "on_success" | "on_failure" | Outcome[];
  points: number[];
}

export interface PlacedNode {
  id: string;
  x: number;
  y: number;
  group: TaskGroup | null | null;
}

export interface RulesAnswer {
  batch_id: string;
  updated_count: number;
}

export interface SignalAnswer {
  delivered: number;
  buffered: boolean;
  duplicate: boolean;
}

export interface SpreadProgress {
  task_id: string;
  items: number;
  status_counts: StatusCounts;
}

export interface StatusCounts {
  waiting: number;
  pending: number;
  claimed: number;
  running: number;
  success: number;
  failure: number;
  canceled: number;
  skipped: number;
  paused: number;
  retry_pending: number;
}

export interface StopAnswer {
  batch_id: string;
  canceled_waiting: number;
  canceled_pending: number;
  canceled_claimed: number;
  canceled_running: number;
  canceled_paused: number;
  canceled_retry_pending: number;
  already_terminal: number;
}

export interface SubmissionAnswer {
  batch_id: string | null | null;
  task_ids: Record<string, string>;
  deduplicated: Record<string, string>;
}

export interface TaskGroup {
  kind: string;
  tasks: number;
  status_counts: StatusCounts;
}

export interface TaskList {
  items: BasicTask[];
  next_cursor: string | null | null;
}
