// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { Scope } from "./enumerations.js";

export interface KeyDefinition {
  name: string;
  scopes: Scope[];
  kinds?: string[] | null | undefined;
  expires_at?: string | null | undefined;
  workspace?: string | null | undefined;
}

export interface KeyRotation {
  now?: boolean | null | undefined;
}

export interface SecretValue {
  value: string;
}

export interface SignIn {
  key: string;
}

export interface WorkspaceQuotas {
  max_queued?: number | null | undefined;
  max_running?: number | null | undefined;
  submissions_per_minute?: number | null | undefined;
}
