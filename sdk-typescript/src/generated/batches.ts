// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { BasicTask, BatchList, BatchPauseAnswer, BatchRerunAnswer, BatchSummary, BatchView, Dag, DagLayout, DryRunAnswer, EdgeList, EdgeView, LedgerEntry, LedgerList, RulesAnswer, SignalAnswer, StopAnswer, SubmissionAnswer, TaskList } from "./batches-answers.js";
import type { BatchGrowth, BatchSubmission, RulesPatch, SignalData } from "./batches-requests.js";
import type { TaskStatus } from "./enumerations.js";

export interface AddTasksOptions extends RequestOptions {
  idempotency_key?: string | undefined;
}

export interface GetBatchOptions extends RequestOptions {
  wait?: number | undefined;
}

export interface GetGraphOptions extends RequestOptions {
  items?: boolean | undefined;
}

export interface GetGraphLayoutOptions extends RequestOptions {
  items?: boolean | undefined;
  direction?: string | undefined;
}

export interface ListBatchEventsOptions extends RequestOptions {
  after?: number | undefined;
  tail?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListBatchTasksOptions extends RequestOptions {
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
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListBatchesOptions extends RequestOptions {
  kind?: string | undefined;
  name?: string | undefined;
  status?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  label?: string[] | undefined;
  workflow?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListEdgesOptions extends RequestOptions {
  satisfied?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface SubmitBatchOptions extends RequestOptions {
  dry_run?: boolean | undefined;
  idempotency_key?: string | undefined;
}

/** The operations of the API about batches. */
export interface BatchesOperations {
  /** Add tasks to a batch that runs. */
  addTasks(id: string, body: BatchGrowth, options?: AddTasksOptions): Promise<SubmissionAnswer>;
  /** One batch with its totals. */
  getBatch(id: string, options?: GetBatchOptions): Promise<BatchView>;
  /** A batch as a graph. */
  getGraph(id: string, options?: GetGraphOptions): Promise<Dag>;
  /** The layout of a batch's graph: the position of each task. */
  getGraphLayout(id: string, options?: GetGraphLayoutOptions): Promise<DagLayout>;
  /** The ledger of a batch, in order. */
  listBatchEvents(id: string, options?: ListBatchEventsOptions): Promise<LedgerList>;
  /** The ledger of a batch, in order, page by page. */
  allBatchEvents(id: string, options?: ListBatchEventsOptions): AsyncIterableIterator<LedgerEntry>;
  /** List the tasks of a batch, the last one first. */
  listBatchTasks(id: string, options?: ListBatchTasksOptions): Promise<TaskList>;
  /** List the tasks of a batch, the last one first, page by page. */
  allBatchTasks(id: string, options?: ListBatchTasksOptions): AsyncIterableIterator<BasicTask>;
  /** List batches, newest first. */
  listBatches(options?: ListBatchesOptions): Promise<BatchList>;
  /** List batches, newest first, page by page. */
  allBatches(options?: ListBatchesOptions): AsyncIterableIterator<BatchSummary>;
  /** The edges of a batch and their facts. */
  listEdges(id: string, options?: ListEdgesOptions): Promise<EdgeList>;
  /** The edges of a batch and their facts, page by page. */
  allEdges(id: string, options?: ListEdgesOptions): AsyncIterableIterator<EdgeView>;
  /** Pause a batch: every task that has not ended. */
  pauseBatch(id: string, options?: RequestOptions): Promise<BatchPauseAnswer>;
  /** Replace the rules of the tasks of a kind that have not ended. */
  replaceRules(id: string, body: RulesPatch, options?: RequestOptions): Promise<RulesAnswer>;
  /** Rerun a batch from failure: run every task again that ended without success. */
  rerunBatch(id: string, options?: RequestOptions): Promise<BatchRerunAnswer>;
  /** Resume a batch: the tasks that were paused with it. */
  resumeBatch(id: string, options?: RequestOptions): Promise<BatchPauseAnswer>;
  /** Signal a batch: end its waits for the name, or keep the signal for the next one. */
  signalBatch(id: string, name: string, body: SignalData, options?: RequestOptions): Promise<SignalAnswer>;
  /** Stop a batch: cancel every task that has not ended. */
  stopBatch(id: string, options?: RequestOptions): Promise<StopAnswer>;
  /** Submit a batch: an array of tasks, or an object with tasks. */
  submitBatch(body: BatchSubmission, options?: SubmitBatchOptions & { dry_run?: false | undefined }): Promise<SubmissionAnswer>;
  /** Submit a batch: an array of tasks, or an object with tasks: only try it. */
  submitBatch(body: BatchSubmission, options: SubmitBatchOptions & { dry_run: true }): Promise<DryRunAnswer>;
}

export const batchesOperations = {
  addTasks: { method: "POST", path: "/v1/batches/{id}/tasks", body: true, keyed: true },
  getBatch: { method: "GET", path: "/v1/batches/{id}" },
  getGraph: { method: "GET", path: "/v1/batches/{id}/graph" },
  getGraphLayout: { method: "GET", path: "/v1/batches/{id}/graph/layout" },
  listBatchEvents: { method: "GET", path: "/v1/batches/{id}/events", iterator: "allBatchEvents" },
  listBatchTasks: { method: "GET", path: "/v1/batches/{id}/tasks", iterator: "allBatchTasks" },
  listBatches: { method: "GET", path: "/v1/batches", iterator: "allBatches" },
  listEdges: { method: "GET", path: "/v1/batches/{id}/edges", iterator: "allEdges" },
  pauseBatch: { method: "POST", path: "/v1/batches/{id}/pause" },
  replaceRules: { method: "PUT", path: "/v1/batches/{id}/rules", body: true },
  rerunBatch: { method: "POST", path: "/v1/batches/{id}/rerun" },
  resumeBatch: { method: "POST", path: "/v1/batches/{id}/resume" },
  signalBatch: { method: "POST", path: "/v1/batches/{id}/signals/{name}", body: true },
  stopBatch: { method: "POST", path: "/v1/batches/{id}/stop" },
  submitBatch: { method: "POST", path: "/v1/batches", body: true, keyed: true },
} as const satisfies Record<string, Operation>;
