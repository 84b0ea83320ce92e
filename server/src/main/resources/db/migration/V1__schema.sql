-- Edgewise, first schema. Invariants that SQL can state are constraints named after their number (I1..I8);
-- the others are checked by `edgewise fsck`. The list with explanations is in docs/design/invariants.md.

-- The states that end a task stand together, so that a constraint can name them as a range.
create type task_status as enum (
  'waiting', 'pending', 'claimed', 'running', 'success', 'failure', 'canceled', 'skipped', 'paused', 'retry_pending');

create type edge_condition as enum ('always', 'on_success', 'on_failure');

create type edge_resolution as enum ('SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED');

create type batch_state as enum ('running', 'succeeded', 'failed', 'canceled');

-- Fails a statement that finds rows not as they were read, in the way that makes its transaction start again.
create function outdated(what text) returns boolean language plpgsql as $$
begin
  raise serialization_failure using message = format('%s are not as they were read', what);
end $$;

-- Rules that several statements share. Each is an expression alone, so that it becomes a part of the statement that calls it and
-- costs nothing there. Constraints do not call them: PostgreSQL would look the function up for each statement that writes a row.

-- Whether a task has ended.
create function is_terminal(status task_status) returns boolean language sql immutable return
  status in ('success', 'failure', 'canceled', 'skipped');

-- Whether an executor holds a task.
create function is_held(status task_status) returns boolean language sql immutable return
  status in ('claimed', 'running');

-- The condition that each letter stands for, with which a task keeps the conditions of its edges.
create function edge_conditions(letters text) returns edge_condition[] language sql stable return
  ('{' || rtrim(replace(replace(replace(letters, 'A', 'always,'), 'S', 'on_success,'), 'F', 'on_failure,'), ',') || '}')::edge_condition[];

-- The id of a ledger entry: the number of its row and its index in that row, which takes the low 20 bits.
create function entry_id(seq bigint, index bigint) returns bigint language sql immutable return seq * 1048576 + index;
create function entry_row(id bigint) returns bigint language sql immutable return id >> 20;
create function entry_index(id bigint) returns integer language sql immutable return (id & 1048575)::integer;

-- The public id of a task: its number takes the low 32 bits of its batch's id, which are zero there.
create function task_id(batch_id uuid, no integer) returns text language sql immutable return
  left(batch_id::text, 28) || lpad(to_hex(no), 8, '0');

-- The host that an action calls, with its port, in lower case; empty when an expression names it. Lane.hookOf in Java is the same
-- rule.
create function action_host(action json) returns text language sql immutable return
  coalesce(lower(substring(action -> 'params' ->> 'url' from '^[a-zA-Z]+://(?:[^/?#$]*@)?([^/?#@$]+)(?:[/?#]|$)') collate "C"), '');

-- A sum of counters, which stops at the largest number that a counter can have.
create function capped(sum numeric) returns bigint language sql immutable return least(sum, 9223372036854775807)::bigint;

-- One row of secrets and marks for the whole database.
create table installation (
  only_row boolean primary key default true check (only_row),
  token_secret text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  created_at timestamptz not null default clock_timestamp()
);
insert into installation default values;

-- A batch. Every transaction that completes, cancels or pauses tasks locks its row first, so that a batch's
-- transitions have one order. Claims do not.
create table batch (
  batch_id uuid primary key,
  tenant_id text not null default 'default',
  workspace_id text not null default 'default',
  name text,
  metadata jsonb,
  inputs json,
  state batch_state not null default 'running',
  total integer not null,
  last_no integer not null,
  success integer not null default 0,
  failure integer not null default 0,
  canceled integer not null default 0,
  skipped integer not null default 0,
  -- How many of these failed and were canceled as items of spreads that collect errors: they do not decide about the state.
  collected_failure integer not null default 0,
  collected_canceled integer not null default 0,
  result json,
  result_no integer,
  -- Whether edges between batches begin or end here: a part of the locked row, so that a transaction that waited for the lock
  -- sees it.
  tied boolean not null default false,
  -- Moves with every change of what servers remember of the batch: where its tasks stand, as far as the lock keeps it, and what
  -- their executors have to know.
  version bigint not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- PostgreSQL reads a constraint anew for each statement that writes a row: these are short.
  constraint i1_counts_fit check ((state = 'running') = (success + failure + canceled + skipped < total)),
  constraint i2_completed_when_all_ended check ((state = 'running') = (completed_at is null))
) with (fillfactor = 50);

-- What a task is. Written once; metadata, rules and priority are the exceptions that an operator may replace.
-- The batch id's low 32 bits are zero and a task's public id carries its number there.
create table task (
  batch_id uuid not null,
  no integer not null check (no > 0),
  local_id text not null,
  name text not null,
  kind text not null,
  -- Whether no task before it in its batch has its kind: the index by kind has these alone.
  first_of_kind boolean not null default false,
  -- Where a ready task queues: 'work:<kind>' for workers, 'hook:<host>' for webhooks, 'none' when no executor takes it.
  lane text not null,
  timeout_secs integer not null,
  priority integer not null,
  metadata jsonb,
  children integer[] not null,
  -- Of the edges to the children, in their order, a letter each: edge_conditions tells what they stand for.
  conditions text collate "C" not null,
  parents integer[] not null,
  parent_conditions text collate "C" not null,
  foreign_parents integer not null default 0,
  on_start json,
  on_success json,
  on_failure json,
  on_cancel json,
  retry json,
  rules json,
  dead_end_barrier boolean not null default false,
  start_after timestamptz,
  let_expression text,
  when_expression text,
  output_expression text,
  input json,
  spread_expression text,
  spread_collect boolean not null default false,
  spread_parallel integer not null default 0,
  -- The tasks whose results the expressions read: {"local id": "task id"}; null when there are none.
  reads json,
  spread_of integer not null default 0,
  item_index integer not null default -1,
  item json,
  created_at timestamptz not null,
  primary key (batch_id, no)
);

-- Where a task stands: narrow, pages with room for two more versions of each row and no index on what changes, so that
-- updates stay HOT.
create table task_state (
  batch_id uuid not null,
  no integer not null,
  status task_status not null,
  paused_from task_status,
  required integer not null,
  satisfied integer not null,
  -- Children that ended while this task had not: all of them makes it a dead end.
  ended_children integer not null default 0,
  attempt integer not null default 0,
  -- Retries spent of the current budget; a rerun starts a new budget while attempts count on.
  retries integer not null default 0,
  -- Claims so far; with the attempt it names one delivery token.
  claims integer not null default 0,
  -- The items a spread made: how many, and the number of the first; -1 and 0 before that.
  items integer not null default -1,
  first_item integer not null default 0,
  success bigint not null default 0,
  failures bigint not null default 0,
  expected_count bigint,
  failure_reason text,
  cancel_action json,
  started_at timestamptz,
  ended_at timestamptz,
  next_retry_at timestamptz,
  last_updated timestamptz not null,
  primary key (batch_id, no),
  constraint i3_readiness_overflow check (satisfied <= required),
  constraint i4_started_only_when_ready check (
    satisfied = required or status in ('waiting', 'paused', 'canceled', 'skipped', 'failure')),
  constraint i5_ended_at_when_terminal check ((ended_at is not null) = (status between 'success' and 'skipped')),
  constraint i6_retry_time_when_retrying check (
    (next_retry_at is not null) = (coalesce(paused_from, status) = 'retry_pending')),
  constraint i7_paused_keeps_its_past check ((paused_from is not null) = (status = 'paused')),
  constraint i8_bad_end_has_reason check (status not in ('failure', 'skipped') or failure_reason is not null)
) with (fillfactor = 35, autovacuum_vacuum_scale_factor = 0.05);

-- The durable record that an edge was resolved: at most one per edge, whatever arrives twice.
create table fact (
  batch_id uuid not null,
  parent integer not null,
  child integer not null,
  satisfied boolean not null,
  resolution edge_resolution not null,
  satisfying_attempt integer not null,
  row_version bigint not null,
  satisfied_at timestamptz not null,
  primary key (batch_id, parent, child)
);

-- Edges whose parent is in another batch, with their fact once there is one.
create table foreign_edge (
  parent_batch uuid not null,
  parent integer not null,
  child_batch uuid not null,
  child integer not null,
  condition edge_condition not null,
  satisfied boolean,
  resolution edge_resolution,
  satisfying_attempt integer,
  row_version bigint,
  satisfied_at timestamptz,
  primary key (parent_batch, parent, child_batch, child)
);
create index foreign_edge_child on foreign_edge (child_batch, child);

-- Ready tasks. A parked row waits until the rule named there admits it.
create sequence queue_position;
create table queue (
  batch_id uuid not null,
  no integer not null,
  lane text collate "C" not null,
  priority integer not null,
  position bigint not null default nextval('queue_position'),
  parked text collate "C",
  ready_at timestamptz not null,
  primary key (batch_id, no)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index queue_order on queue (lane, priority desc, position) where parked is null;
create index queue_parked on queue (parked, priority desc, position) where parked is not null;

-- Tasks that an executor holds, and until when.
create table lease (
  batch_id uuid not null,
  no integer not null,
  kind text not null,
  holder text not null,
  worker boolean not null,
  period_secs integer not null,
  expires_at timestamptz not null,
  primary key (batch_id, no)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index lease_expiry on lease (expires_at);
create index lease_kind on lease (kind);

-- Moments at which a task goes on by itself: its next attempt, or its earliest start.
create table timer (
  batch_id uuid not null,
  no integer not null,
  due_at timestamptz not null,
  primary key (batch_id, no)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index timer_due on timer (due_at);

-- The results of tasks, each stored once however many tasks read it.
create table result (
  batch_id uuid not null,
  no integer not null,
  value json not null,
  primary key (batch_id, no)
);

-- The ledger: one row per batch, kind of transition and transaction, or several where there are many tasks; its arrays hold one
-- entry per task. entry_id makes the id of an entry. docs/design/ledger-numbers.md says why the numbers come from a sequence.
create sequence event_seq;
create table event (
  batch_id uuid not null,
  seq bigint not null,
  type text not null,
  nos integer[] not null,
  attempts integer[] not null,
  details json,
  source_id text,
  at timestamptz not null,
  primary key (batch_id, seq)
);
-- Every outside event that was applied, once.
create unique index event_source on event (batch_id, source_id) where source_id is not null;

-- Calls that a committed transition owes: written with it, deleted when delivered.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  batch_id uuid not null,
  no integer not null,
  trigger text not null check (trigger in ('success', 'failure', 'cancel')),
  attempt integer not null,
  action_index integer not null,
  action json not null,
  host text collate "C" not null,
  due_at timestamptz not null,
  deliveries integer not null default 0,
  -- While due_at is still to come: a call is under way.
  calling boolean not null default false,
  dead boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index outbox_due on outbox (host, due_at) where not dead;
create index outbox_task on outbox (batch_id, no);

-- One row per idempotency key of a webhook: the guard against calling twice.
create table webhook_execution (
  idempotency_key text collate "C" primary key,
  batch_id uuid not null,
  no integer not null,
  trigger text not null check (trigger in ('start', 'success', 'failure', 'cancel')),
  condition text not null check (condition in ('success', 'failure')),
  action_index integer not null default 0,
  status text not null check (status in ('pending', 'success', 'failure')),
  attempt integer not null,
  -- Calls so far; the number of a call tells it from those that took over from it.
  attempts integer not null default 0,
  response_status integer,
  response_body text,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index webhook_execution_task on webhook_execution (batch_id, no);

-- Submissions that named an Idempotency-Key.
create table submission_key (
  key text primary key,
  body_hash bytea not null,
  batch_id uuid,
  created_at timestamptz not null
);

-- Workflows. A version is never changed, and the same content is the same version.
create table workflow (
  name text collate "C" not null,
  version integer not null check (version > 0),
  content json not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (name, version),
  unique (name, content_hash)
);

-- Schedules: what starts a workflow, and the moment that comes next.
create table schedule (
  name text collate "C" primary key,
  -- As it was submitted, for output; the columns below were read from it.
  definition json not null,
  workflow text collate "C" not null,
  inputs json,
  cron text,
  interval_millis bigint check ((interval_millis is null) <> (cron is null)),
  zone text not null,
  jitter_millis bigint not null,
  overlap text not null check (overlap in ('skip', 'queue', 'allow')),
  catch_up_millis bigint not null,
  paused boolean not null default false,
  -- Intervals are counted from here.
  anchor timestamptz not null,
  -- The next tick, and when the scheduler looks at it: later by the jitter, or because the run before has not ended. Both are
  -- null when no tick comes any more.
  next_tick timestamptz,
  look_at timestamptz,
  -- Whether the next tick has waited for the run before.
  queued boolean not null default false,
  last_tick timestamptz,
  last_batch uuid,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index schedule_look on schedule (look_at) where not paused and look_at is not null;

-- Lists: newest batches first, and the few look-ups by kind that dedupe and filters need: they find batches, and in these the tasks.
create index batch_created on batch (created_at desc, batch_id desc);
create index batch_completed on batch (completed_at, batch_id) where completed_at is not null;
create index task_kind on task (kind, batch_id) where first_of_kind;
create index task_metadata on task using gin (metadata jsonb_path_ops) where metadata is not null;
