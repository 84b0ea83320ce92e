// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { BasicTask, LedgerEntry, LedgerList, TaskList } from "./batches-answers.js";
import type { Delivery, DeliveryList } from "./deliveries-answers.js";
import type { TaskStatus } from "./enumerations.js";
import type { ApprovalList, Attempt, AttemptList, BulkAnswer, Explanation, FailureGroup, FailureList, HeartbeatAnswer, LogAnswer, LogEntry, LogList, OpenApproval, PatchAnswer, Task } from "./tasks-answers.js";
import type { ApprovalDecision, BulkRequest, CounterUpdate, LogLines, SignOfLife, TaskPatch } from "./tasks-requests.js";

export interface AddToCountersOptions extends RequestOptions {
  token?: string | undefined;
}

export interface CancelTaskOptions extends RequestOptions {
  cascade?: boolean | undefined;
}

export interface HeartbeatTaskOptions extends RequestOptions {
  token?: string | undefined;
}

export interface ListApprovalsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListFailuresOptions extends RequestOptions {
  kind?: string | undefined;
  metadata?: string | number | boolean | undefined;
  workflow?: string | undefined;
  label?: string[] | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  ended_after?: string | undefined;
  ended_before?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTaskAttemptsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTaskDeliveriesOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTaskEventsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTaskLogsOptions extends RequestOptions {
  attempt?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTasksOptions extends RequestOptions {
  status?: TaskStatus | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  timeout?: number | undefined;
  metadata?: string | number | boolean | undefined;
  failure_reason?: string | undefined;
  worker?: string | undefined;
  workflow?: string | undefined;
  label?: string[] | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  ended_after?: string | undefined;
  ended_before?: string | undefined;
  batch_id?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LogTaskOptions extends RequestOptions {
  token?: string | undefined;
}

export interface UpdateTaskOptions extends RequestOptions {
  token?: string | undefined;
}

/** The operations of the API about tasks. */
export interface TasksOperations {
  /** Add to a task's counters; stored up to 100 ms later. */
  addToCounters(id: string, body: CounterUpdate, options?: AddToCountersOptions): Promise<void>;
  /** Cancel a task. */
  cancelTask(id: string, options?: CancelTaskOptions): Promise<PatchAnswer>;
  /** Cancel, rerun, pause or resume all tasks of a filter. */
  changeTasks(body: BulkRequest, options?: RequestOptions): Promise<BulkAnswer>;
  /** Approve or reject what a task waits for. */
  decideApproval(id: string, body: ApprovalDecision, options?: RequestOptions): Promise<PatchAnswer>;
  /** Approve or reject through the link. */
  decideApprovalByLink(token: string, body: ApprovalDecision, options?: RequestOptions): Promise<PatchAnswer>;
  /** Why a task is, or is not, running. */
  explainTask(id: string, options?: RequestOptions): Promise<Explanation>;
  /** What the link to an approval asks for: a page, or JSON. */
  getApproval(token: string, options?: RequestOptions): Promise<OpenApproval>;
  /** One task. */
  getTask(id: string, options?: RequestOptions): Promise<Task>;
  /** Report that work on a task goes on, and learn whether to stop. */
  heartbeatTask(id: string, body: SignOfLife, options?: HeartbeatTaskOptions): Promise<HeartbeatAnswer>;
  /** The approvals that tasks wait for, oldest first. */
  listApprovals(options?: ListApprovalsOptions): Promise<ApprovalList>;
  /** The approvals that tasks wait for, oldest first, page by page. */
  allApprovals(options?: ListApprovalsOptions): AsyncIterableIterator<OpenApproval>;
  /** Final failures of all batches, grouped by kind and reason. */
  listFailures(options?: ListFailuresOptions): Promise<FailureList>;
  /** Final failures of all batches, grouped by kind and reason, page by page. */
  allFailures(options?: ListFailuresOptions): AsyncIterableIterator<FailureGroup>;
  /** The attempts of a task, oldest first. */
  listTaskAttempts(id: string, options?: ListTaskAttemptsOptions): Promise<AttemptList>;
  /** The attempts of a task, oldest first, page by page. */
  allTaskAttempts(id: string, options?: ListTaskAttemptsOptions): AsyncIterableIterator<Attempt>;
  /** The webhook calls of a task, made or owed. */
  listTaskDeliveries(id: string, options?: ListTaskDeliveriesOptions): Promise<DeliveryList>;
  /** The webhook calls of a task, made or owed, page by page. */
  allTaskDeliveries(id: string, options?: ListTaskDeliveriesOptions): AsyncIterableIterator<Delivery>;
  /** The ledger entries of a task, in order. */
  listTaskEvents(id: string, options?: ListTaskEventsOptions): Promise<LedgerList>;
  /** The ledger entries of a task, in order, page by page. */
  allTaskEvents(id: string, options?: ListTaskEventsOptions): AsyncIterableIterator<LedgerEntry>;
  /** The log of a task, oldest lines first. */
  listTaskLogs(id: string, options?: ListTaskLogsOptions): Promise<LogList>;
  /** The log of a task, oldest lines first, page by page. */
  allTaskLogs(id: string, options?: ListTaskLogsOptions): AsyncIterableIterator<LogEntry>;
  /** List tasks, newest first. */
  listTasks(options?: ListTasksOptions): Promise<TaskList>;
  /** List tasks, newest first, page by page. */
  allTasks(options?: ListTasksOptions): AsyncIterableIterator<BasicTask>;
  /** Log about a task whose delivery token is given. */
  logTask(id: string, body: LogLines, options?: LogTaskOptions): Promise<LogAnswer>;
  /** Pause a task. */
  pauseTask(id: string, options?: RequestOptions): Promise<PatchAnswer>;
  /** Run an ended task and its descendants again. */
  rerunTask(id: string, options?: RequestOptions): Promise<PatchAnswer>;
  /** Resume a paused task. */
  resumeTask(id: string, options?: RequestOptions): Promise<PatchAnswer>;
  /** Finish or update a task. */
  updateTask(id: string, body: TaskPatch, options?: UpdateTaskOptions): Promise<PatchAnswer>;
}

export const tasksOperations = {
  addToCounters: { method: "POST", path: "/v1/tasks/{id}/counters", body: true },
  cancelTask: { method: "POST", path: "/v1/tasks/{id}/cancel" },
  changeTasks: { method: "POST", path: "/v1/tasks/bulk", body: true },
  decideApproval: { method: "POST", path: "/v1/tasks/{id}/approval", body: true },
  decideApprovalByLink: { method: "POST", path: "/v1/approvals/{token}", body: true },
  explainTask: { method: "GET", path: "/v1/tasks/{id}/explain" },
  getApproval: { method: "GET", path: "/v1/approvals/{token}" },
  getTask: { method: "GET", path: "/v1/tasks/{id}" },
  heartbeatTask: { method: "POST", path: "/v1/tasks/{id}/heartbeat", body: true },
  listApprovals: { method: "GET", path: "/v1/approvals", iterator: "allApprovals" },
  listFailures: { method: "GET", path: "/v1/failures", iterator: "allFailures" },
  listTaskAttempts: { method: "GET", path: "/v1/tasks/{id}/attempts", iterator: "allTaskAttempts" },
  listTaskDeliveries: { method: "GET", path: "/v1/tasks/{id}/deliveries", iterator: "allTaskDeliveries" },
  listTaskEvents: { method: "GET", path: "/v1/tasks/{id}/events", iterator: "allTaskEvents" },
  listTaskLogs: { method: "GET", path: "/v1/tasks/{id}/logs", iterator: "allTaskLogs" },
  listTasks: { method: "GET", path: "/v1/tasks", iterator: "allTasks" },
  logTask: { method: "POST", path: "/v1/tasks/{id}/logs", body: true },
  pauseTask: { method: "POST", path: "/v1/tasks/{id}/pause" },
  rerunTask: { method: "POST", path: "/v1/tasks/{id}/rerun" },
  resumeTask: { method: "POST", path: "/v1/tasks/{id}/resume" },
  updateTask: { method: "PATCH", path: "/v1/tasks/{id}", body: true },
} as const satisfies Record<string, Operation>;
