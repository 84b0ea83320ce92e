// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { ScheduleList, ScheduleView } from "./schedules-answers.js";
import type { ScheduleDefinition } from "./schedules-requests.js";

export interface ListSchedulesOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The operations of the API about schedules. */
export interface SchedulesOperations {
  /** Delete a schedule; its runs continue. */
  deleteSchedule(name: string, options?: RequestOptions): Promise<void>;
  /** A schedule with its next runs. */
  getSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
  /** All schedules. */
  listSchedules(options?: ListSchedulesOptions): Promise<ScheduleList>;
  /** All schedules, page by page. */
  allSchedules(options?: ListSchedulesOptions): AsyncIterableIterator<ScheduleView>;
  /** Pause a schedule. */
  pauseSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
  /** Store a schedule, which starts a workflow by cron or at an interval. */
  putSchedule(name: string, body: ScheduleDefinition, options?: RequestOptions): Promise<ScheduleView>;
  /** Resume a schedule with its next tick. */
  resumeSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
}

export const schedulesOperations = {
  deleteSchedule: { method: "DELETE", path: "/v1/schedules/{name}" },
  getSchedule: { method: "GET", path: "/v1/schedules/{name}" },
  listSchedules: { method: "GET", path: "/v1/schedules", iterator: "allSchedules" },
  pauseSchedule: { method: "POST", path: "/v1/schedules/{name}/pause" },
  putSchedule: { method: "PUT", path: "/v1/schedules/{name}", body: true },
  resumeSchedule: { method: "POST", path: "/v1/schedules/{name}/resume" },
} as const satisfies Record<string, Operation>;
