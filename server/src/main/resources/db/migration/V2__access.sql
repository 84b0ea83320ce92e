-- Workspaces, keys, sessions, secrets and the audit trail.

-- The number of the workspace that a batch belongs to: core.state.Workspace has the same rule. Batch IDs of version 8 hold it in
-- bytes 10 and 11; all others belong to the default workspace.
create function workspace_of(batch_id uuid) returns integer language sql immutable return
  case get_byte(uuid_send(batch_id), 6) >> 4
    when 8 then (get_byte(uuid_send(batch_id), 10) << 8) | get_byte(uuid_send(batch_id), 11)
    else 0 end;

-- Workspaces and their quotas; null means no quota.
create table workspace (
  number integer primary key check (number between 0 and 65535),
  tenant text collate "C" not null,
  name text collate "C" not null,
  max_queued bigint check (max_queued >= 0),
  max_running integer check (max_running >= 0),
  submissions_per_minute integer check (submissions_per_minute >= 0),
  -- The token bucket of submissions: what was left of it at a moment. Null until the first submission.
  submissions_left double precision,
  submissions_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant, name)
);
insert into workspace (number, tenant, name, created_at, updated_at)
select 0, 'default', 'default', created_at, created_at from installation;

-- The batch ID tells the workspace.
alter table batch drop column tenant_id, drop column workspace_id;
drop index batch_created;
create index batch_created on batch (workspace_of(batch_id), created_at desc, batch_id desc);
create index batch_workspace on batch (workspace_of(batch_id), batch_id desc);

create index batch_running on batch (workspace_of(batch_id)) where completed_at is null;

-- How many tasks of each workspace have neither started nor ended, and how many executors hold.
create view workspace_load as
select workspace.number, greatest(coalesce(open.tasks, 0) - held.tasks, 0)::bigint as queued, held.tasks as running
from workspace
cross join lateral (
  select count(*) as tasks from lease where workspace_of(lease.batch_id) = workspace.number) as held
cross join lateral (
  select sum(batch.total - batch.success - batch.failure - batch.canceled - batch.skipped) as tasks
  from batch
  where workspace_of(batch.batch_id) = workspace.number and batch.completed_at is null) as open;

-- Names and idempotency keys are unique in their workspace.
alter table submission_key
  add column workspace integer not null default 0,
  drop constraint submission_key_pkey,
  add primary key (workspace, key);
alter table submission_key alter column workspace drop default;
alter table workflow
  add column workspace integer not null default 0,
  drop constraint workflow_pkey,
  drop constraint workflow_name_content_hash_key,
  add primary key (workspace, name, version),
  add unique (workspace, name, content_hash);
alter table workflow alter column workspace drop default;
alter table schedule
  add column workspace integer not null default 0,
  drop constraint schedule_pkey,
  add primary key (workspace, name);
alter table schedule alter column workspace drop default;

-- Who caused a ledger entry: null when the engine did, or an executor.
alter table event add column actor text;

-- API keys. Only a hash of the secret is stored: 256 random bits need no slow one.
create table api_key (
  key_id text collate "C" primary key,
  secret_hash bytea not null,
  -- After a rotation the former secret stays valid until a moment.
  former_hash bytea,
  former_until timestamptz,
  name text not null,
  workspace integer not null references workspace,
  scopes text[] not null,
  -- The kinds whose tasks the key may claim; null means all.
  kinds text[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check ((former_hash is null) = (former_until is null))
);
create index api_key_workspace on api_key (workspace, key_id);

-- Browsers that signed in with a key. Only a hash of the session ID is stored.
create table browser_session (
  session_hash bytea primary key,
  key_id text collate "C" not null references api_key on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index browser_session_expiry on browser_session (expires_at);
create index browser_session_key on browser_session (key_id);

-- Secrets of actions, encrypted by the server. A row names the encryption key by a fingerprint, so that keys can be rotated.
create table secret (
  workspace integer not null references workspace,
  name text collate "C" not null,
  encryption_key text collate "C" not null,
  ciphertext bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace, name)
);

-- What people and keys changed. Rows are only ever added; retention alone deletes them.
create table audit (
  audit_id bigint generated always as identity primary key,
  workspace integer not null,
  at timestamptz not null,
  actor text not null,
  action text collate "C" not null,
  -- What was changed, such as a batch ID or the name of a workflow.
  target text
);
create index audit_workspace on audit (workspace, audit_id desc);
