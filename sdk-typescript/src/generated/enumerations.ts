// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export type TaskStatus = "Waiting" | "Pending" | "Claimed" | "Running" | "Success" | "Failure" | "Canceled" | "Skipped" | "Paused" | "RetryPending";
export type Outcome = "Success" | "Failure" | "Canceled" | "Skipped";
export type BatchState = "running" | "succeeded" | "failed" | "canceled";
export type EdgeResolution = "SUCCESS" | "FAILED" | "SKIPPED" | "CANCELLED";
export type ItemResult = "ok" | "stale" | "unknown" | "invalid";
export type Scope = "read" | "submit" | "operate" | "work" | "admin";
export type Verb = "Get" | "Post" | "Put" | "Patch" | "Delete";
