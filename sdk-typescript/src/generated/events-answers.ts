// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface EventAnswer {
  id: string | null | null;
  result: "applied" | "duplicate" | "stale" | "unknown" | "ignored" | "invalid";
  error: string | null | null;
}
