// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { HeartbeatAnswer } from "./tasks-answers.js";
import type { ClaimedTask, CompletionAnswer, NextAnswer } from "./work-answers.js";
import type { ClaimRequest, Completion, Heartbeat, NextRequest, TaskLines } from "./work-requests.js";

/** The operations of the API about work. */
export interface WorkOperations {
  /** Claim tasks; waits up to wait_secs for the first one. */
  claimTasks(body: ClaimRequest, options?: RequestOptions): Promise<ClaimedTask[]>;
  /** Report the ends of attempts and claim the next tasks. */
  completeAndClaim(body: NextRequest, options?: RequestOptions): Promise<NextAnswer>;
  /** Report the ends of attempts. */
  completeTasks(body: Completion[], options?: RequestOptions): Promise<CompletionAnswer[]>;
  /** Extend leases and learn which tasks to stop. */
  heartbeatTasks(body: Heartbeat[], options?: RequestOptions): Promise<HeartbeatAnswer[]>;
  /** Log about held tasks. */
  logTasks(body: TaskLines[], options?: RequestOptions): Promise<CompletionAnswer[]>;
}

export const workOperations = {
  claimTasks: { method: "POST", path: "/v1/work/claim", body: true },
  completeAndClaim: { method: "POST", path: "/v1/work/next", body: true },
  completeTasks: { method: "POST", path: "/v1/work/complete", body: true },
  heartbeatTasks: { method: "POST", path: "/v1/work/heartbeat", body: true },
  logTasks: { method: "POST", path: "/v1/work/log", body: true },
} as const satisfies Record<string, Operation>;
