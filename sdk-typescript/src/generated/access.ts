// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.
import type { Operation, RequestOptions } from "../operation.js";
import type { AuditEntry, AuditList, IssuedKey, KeyList, KeyView, SecretList, SecretView, SessionView, WorkspaceList, WorkspaceView } from "./access-answers.js";
import type { KeyDefinition, KeyRotation, SecretValue, SignIn, WorkspaceQuotas } from "./access-requests.js";

export interface ListAuditOptions extends RequestOptions {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListKeysOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListSecretsOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListWorkspacesOptions extends RequestOptions {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The operations of the API about access. */
export interface AccessOperations {
  /** Create a key; only this answer shows its secret. */
  createKey(body: KeyDefinition, options?: RequestOptions): Promise<IssuedKey>;
  /** Delete a secret. */
  deleteSecret(name: string, options?: RequestOptions): Promise<void>;
  /** Delete a workspace in which nothing is left. */
  deleteWorkspace(tenant: string, workspace: string, options?: RequestOptions): Promise<void>;
  /** Who sends the request, and what they may do. */
  getSession(options?: RequestOptions): Promise<SessionView>;
  /** A workspace with its quotas. */
  getWorkspace(tenant: string, workspace: string, options?: RequestOptions): Promise<WorkspaceView>;
  /** What people and keys changed in the workspace, newest first. */
  listAudit(options?: ListAuditOptions): Promise<AuditList>;
  /** What people and keys changed in the workspace, newest first, page by page. */
  allAudit(options?: ListAuditOptions): AsyncIterableIterator<AuditEntry>;
  /** The keys of the workspace, without their secrets. */
  listKeys(options?: ListKeysOptions): Promise<KeyList>;
  /** The keys of the workspace, without their secrets, page by page. */
  allKeys(options?: ListKeysOptions): AsyncIterableIterator<KeyView>;
  /** The names and dates of the workspace's secrets. */
  listSecrets(options?: ListSecretsOptions): Promise<SecretList>;
  /** The names and dates of the workspace's secrets, page by page. */
  allSecrets(options?: ListSecretsOptions): AsyncIterableIterator<SecretView>;
  /** All workspaces. */
  listWorkspaces(options?: ListWorkspacesOptions): Promise<WorkspaceList>;
  /** All workspaces, page by page. */
  allWorkspaces(options?: ListWorkspacesOptions): AsyncIterableIterator<WorkspaceView>;
  /** Store a secret for actions; no answer shows its value. */
  putSecret(name: string, body: SecretValue, options?: RequestOptions): Promise<SecretView>;
  /** Create a workspace, or replace its quotas. */
  putWorkspace(tenant: string, workspace: string, body: WorkspaceQuotas, options?: RequestOptions): Promise<WorkspaceView>;
  /** Revoke a key and end its sessions. */
  revokeKey(key: string, options?: RequestOptions): Promise<void>;
  /** Give a key a new secret. */
  rotateKey(key: string, body: KeyRotation, options?: RequestOptions): Promise<IssuedKey>;
  /** Sign a browser in with a key; the answer sets a cookie. */
  signIn(body: SignIn, options?: RequestOptions): Promise<SessionView>;
  /** Sign a browser out. */
  signOut(options?: RequestOptions): Promise<void>;
}

export const accessOperations = {
  createKey: { method: "POST", path: "/v1/keys", body: true },
  deleteSecret: { method: "DELETE", path: "/v1/secrets/{name}" },
  deleteWorkspace: { method: "DELETE", path: "/v1/workspaces/{tenant}/{workspace}" },
  getSession: { method: "GET", path: "/v1/session" },
  getWorkspace: { method: "GET", path: "/v1/workspaces/{tenant}/{workspace}" },
  listAudit: { method: "GET", path: "/v1/audit", iterator: "allAudit" },
  listKeys: { method: "GET", path: "/v1/keys", iterator: "allKeys" },
  listSecrets: { method: "GET", path: "/v1/secrets", iterator: "allSecrets" },
  listWorkspaces: { method: "GET", path: "/v1/workspaces", iterator: "allWorkspaces" },
  putSecret: { method: "PUT", path: "/v1/secrets/{name}", body: true },
  putWorkspace: { method: "PUT", path: "/v1/workspaces/{tenant}/{workspace}", body: true },
  revokeKey: { method: "DELETE", path: "/v1/keys/{key}" },
  rotateKey: { method: "POST", path: "/v1/keys/{key}/rotate", body: true },
  signIn: { method: "POST", path: "/v1/session", body: true },
  signOut: { method: "DELETE", path: "/v1/session" },
} as const satisfies Record<string, Operation>;
