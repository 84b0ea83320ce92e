// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface RunAnswer {
  batch_id: string;
  workflow: string;
  version: number;
  started: boolean;
}

export interface WorkflowList {
  items: WorkflowVersion[];
  next_cursor: string | null | null;
}

export interface WorkflowVersion {
  name: string;
  version: number;
  created_at: string;
}

export interface WorkflowView {
  name: string;
  version: number;
  created_at: string;
  definition: unknown;
}
