// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { RunAnswer, WorkflowList, WorkflowVersion, WorkflowView } from "./workflows-answers.js";
import type { RunRequest, WorkflowDefinition } from "./workflows-requests.js";

export interface GetWorkflowOptions extends RequestOptions {
  version?: number | undefined;
}

export interface ListWorkflowVersionsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListWorkflowsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The operations of the API about workflows. */
export interface WorkflowsOperations {
  /** Delete a workflow: no more runs; its versions stay. */
  deleteWorkflow(name: string, options?: RequestOptions): Promise<void>;
  /** A workflow. */
  getWorkflow(name: string, options?: GetWorkflowOptions): Promise<WorkflowView>;
  /** The versions of a workflow, newest first. */
  listWorkflowVersions(name: string, options?: ListWorkflowVersionsOptions): Promise<WorkflowList>;
  /** The versions of a workflow, newest first, page by page. */
  allWorkflowVersions(name: string, options?: ListWorkflowVersionsOptions): AsyncIterableIterator<WorkflowVersion>;
  /** The newest version of each workflow. */
  listWorkflows(options?: ListWorkflowsOptions): Promise<WorkflowList>;
  /** The newest version of each workflow, page by page. */
  allWorkflows(options?: ListWorkflowsOptions): AsyncIterableIterator<WorkflowVersion>;
  /** Store a workflow; the same content is the same version. */
  putWorkflow(name: string, body: WorkflowDefinition, options?: RequestOptions): Promise<WorkflowVersion>;
  /** Start a workflow as a batch with these inputs. */
  runWorkflow(name: string, body: RunRequest, options?: RequestOptions): Promise<RunAnswer>;
}

export const workflowsOperations = {
  deleteWorkflow: { method: "DELETE", path: "/v1/workflows/{name}" },
  getWorkflow: { method: "GET", path: "/v1/workflows/{name}" },
  listWorkflowVersions: { method: "GET", path: "/v1/workflows/{name}/versions", iterator: "allWorkflowVersions" },
  listWorkflows: { method: "GET", path: "/v1/workflows", iterator: "allWorkflows" },
  putWorkflow: { method: "PUT", path: "/v1/workflows/{name}", body: true },
  runWorkflow: { method: "POST", path: "/v1/workflows/{name}/run", body: true },
} as const satisfies Record<string, Operation>;
