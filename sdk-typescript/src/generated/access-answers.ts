// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

import type { Scope } from "./enumerations.js";

export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  target: string | null | null;
}

export interface AuditList {
  items: AuditEntry[];
  next_cursor: string | null | null;
}

export interface IssuedKey {
  id: string;
  key: string;
  details: KeyView;
}

export interface KeyList {
  items: KeyView[];
  next_cursor: string | null | null;
}

export interface KeyView {
  id: string;
  name: string;
  workspace: string;
  scopes: Scope[];
  kinds: string[] | null | null;
  created_by: string;
  created_at: string;
  expires_at: string | null | null;
  revoked_at: string | null | null;
  last_used_at: string | null | null;
  former_secret_until: string | null | null;
}

export interface SecretList {
  items: SecretView[];
  next_cursor: string | null | null;
}

export interface SecretView {
  name: string;
  created_at: string;
  updated_at: string;
}

export interface SessionView {
  actor: string;
  workspace: string;
  scopes: Scope[];
  auth: string;
}

export interface WorkspaceList {
  items: WorkspaceView[];
  next_cursor: string | null | null;
}

export interface WorkspaceView {
  tenant: string;
  workspace: string;
  max_queued: number | null | null;
  max_running: number | null | null;
  submissions_per_minute: number | null | null;
  queued: number;
  running: number;
  created_at: string;
  updated_at: string;
}
