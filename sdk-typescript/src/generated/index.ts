// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import { accessOperations, type AccessOperations } from "./access.js";
import { batchesOperations, type BatchesOperations } from "./batches.js";
import { deliveriesOperations, type DeliveriesOperations } from "./deliveries.js";
import { eventsOperations, type EventsOperations } from "./events.js";
import { schedulesOperations, type SchedulesOperations } from "./schedules.js";
import { tasksOperations, type TasksOperations } from "./tasks.js";
import { workOperations, type WorkOperations } from "./work.js";
import { workflowsOperations, type WorkflowsOperations } from "./workflows.js";

export type * from "./access.js";
export type * from "./access-answers.js";
export type * from "./access-requests.js";
export type * from "./batches.js";
export type * from "./batches-answers.js";
export type * from "./batches-requests.js";
export type * from "./deliveries.js";
export type * from "./deliveries-answers.js";
export type * from "./enumerations.js";
export type * from "./events.js";
export type * from "./events-answers.js";
export type * from "./events-requests.js";
export type * from "./schedules.js";
export type * from "./schedules-answers.js";
export type * from "./schedules-requests.js";
export type * from "./tasks.js";
export type * from "./tasks-answers.js";
export type * from "./tasks-requests.js";
export type * from "./work.js";
export type * from "./work-answers.js";
export type * from "./work-requests.js";
export type * from "./workflows.js";
export type * from "./workflows-answers.js";
export type * from "./workflows-requests.js";

/** Every operation of the API under /v1. */
export interface Operations extends AccessOperations, BatchesOperations, DeliveriesOperations, EventsOperations, SchedulesOperations, TasksOperations, WorkOperations, WorkflowsOperations {}

export const operations = { ...accessOperations, ...batchesOperations, ...deliveriesOperations, ...eventsOperations, ...schedulesOperations, ...tasksOperations, ...workOperations, ...workflowsOperations };
