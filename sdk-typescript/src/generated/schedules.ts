// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { BackfillAnswer, BackfillView, ScheduleList, ScheduleView, TickList, TickView, TriggerAnswer } from "./schedules-answers.js";
import type { BackfillRequest, ScheduleDefinition } from "./schedules-requests.js";

export interface ListSchedulesOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListTicksOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface TriggerScheduleOptions extends RequestOptions {
  idempotency_key?: string | undefined;
}

/** The operations of the API about schedules. */
export interface SchedulesOperations {
  /** Start the ticks of a schedule that are over. */
  backfillSchedule(name: string, body: BackfillRequest, options?: RequestOptions): Promise<BackfillAnswer>;
  /** Cancel a backfill; the runs that it started continue. */
  cancelBackfill(id: string, options?: RequestOptions): Promise<void>;
  /** Delete a schedule; its runs continue. */
  deleteSchedule(name: string, options?: RequestOptions): Promise<void>;
  /** A backfill and how its ticks stand. */
  getBackfill(id: string, options?: RequestOptions): Promise<BackfillView>;
  /** A schedule with its next runs. */
  getSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
  /** All schedules. */
  listSchedules(options?: ListSchedulesOptions): Promise<ScheduleList>;
  /** All schedules, page by page. */
  allSchedules(options?: ListSchedulesOptions): AsyncIterableIterator<ScheduleView>;
  /** What became of the ticks, the latest first. */
  listTicks(name: string, options?: ListTicksOptions): Promise<TickList>;
  /** What became of the ticks, the latest first, page by page. */
  allTicks(name: string, options?: ListTicksOptions): AsyncIterableIterator<TickView>;
  /** Pause a schedule. */
  pauseSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
  /** Store a schedule, which starts a workflow by cron or at an interval. */
  putSchedule(name: string, body: ScheduleDefinition, options?: RequestOptions): Promise<ScheduleView>;
  /** Resume a schedule with its next tick. */
  resumeSchedule(name: string, options?: RequestOptions): Promise<ScheduleView>;
  /** Start the workflow of a schedule now. */
  triggerSchedule(name: string, options?: TriggerScheduleOptions): Promise<TriggerAnswer>;
}

export const schedulesOperations = {
  backfillSchedule: { method: "POST", path: "/v1/schedules/{name}/backfill", body: true },
  cancelBackfill: { method: "DELETE", path: "/v1/backfills/{id}" },
  deleteSchedule: { method: "DELETE", path: "/v1/schedules/{name}" },
  getBackfill: { method: "GET", path: "/v1/backfills/{id}" },
  getSchedule: { method: "GET", path: "/v1/schedules/{name}" },
  listSchedules: { method: "GET", path: "/v1/schedules", iterator: "allSchedules" },
  listTicks: { method: "GET", path: "/v1/schedules/{name}/ticks", iterator: "allTicks" },
  pauseSchedule: { method: "POST", path: "/v1/schedules/{name}/pause" },
  putSchedule: { method: "PUT", path: "/v1/schedules/{name}", body: true },
  resumeSchedule: { method: "POST", path: "/v1/schedules/{name}/resume" },
  triggerSchedule: { method: "POST", path: "/v1/schedules/{name}/trigger", keyed: true },
} as const satisfies Record<string, Operation>;
