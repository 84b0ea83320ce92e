-- What tasks can say about waits, calls, returns, deadlines and the failures of their items.

-- spread_collect says that failed items do not count for the state of the batch, because their errors are collected or a minimum of
-- successes is enough. wait and call are as they were submitted.
alter table task
  add column return_expression text,
  add column wait json,
  add column call json,
  add column deadline_millis bigint,
  add column spread_fail_fast boolean not null default false,
  add column spread_min_success text,
  -- What every task of a batch has: whether its final failure stops the batch, and whether a task of another batch called the batch.
  add column stops_batch boolean not null default false,
  add column called boolean not null default false;

alter table batch
  -- The state that a return or the deadline of the batch decided, whatever its tasks say; a rerun takes it back.
  add column verdict batch_state,
  add column stops_on_failure boolean not null default false,
  -- While the whole batch is paused: the tasks that were paused before, each by itself, and stay so when the batch is resumed.
  add column paused boolean not null default false,
  add column paused_alone integer[],
  add column deadline_millis bigint,
  -- The attempt of a task that called this batch, and how many calls are above it.
  add column parent_batch uuid,
  add column parent_no integer,
  add column parent_attempt integer,
  add column level integer not null default 0;

-- The tasks that wait now. due_at is null while nothing ends the wait by itself, and while the task is paused; left_millis then
-- keeps the time that was left. Once answered, nothing else can end the wait: its time has come, or a signal whose data is kept
-- in answer, and the task follows.
create table wait (
  batch_id uuid not null,
  no integer not null,
  attempt integer not null,
  claims integer not null,
  kind text not null check (kind in ('for', 'until', 'signal', 'approval')),
  signal_name text collate "C",
  signal_key text collate "C",
  title text,
  body text,
  began_at timestamptz not null,
  due_at timestamptz,
  -- The point in time that ends a wait for one; unlike due_at, a pause does not move it.
  until_at timestamptz,
  -- Whether the task fails when the wait is due, because nothing has come.
  expires boolean not null,
  left_millis bigint,
  paused boolean not null default false,
  answered boolean not null default false,
  answer json,
  primary key (batch_id, no)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index wait_due on wait (due_at) where due_at is not null;
create index wait_batch_signal on wait (batch_id, signal_name) where kind = 'signal' and not answered;
create index wait_signal on wait (signal_name, signal_key) where signal_key is not null and not answered;
create index wait_approval on wait (workspace_of(batch_id), began_at, batch_id, no) where kind = 'approval' and not answered;

-- Signals that no task has waited for yet: to a batch, or to a workspace with a key and until they expire.
create table signal (
  signal_id bigint generated always as identity primary key,
  workspace integer not null,
  batch_id uuid,
  name text collate "C" not null,
  key text collate "C",
  data json,
  sent_at timestamptz not null,
  expires_at timestamptz,
  check ((batch_id is null) = (key is not null) and (batch_id is null) = (expires_at is not null))
);
create index signal_of_batch on signal (batch_id, name, signal_id) where batch_id is not null;
create index signal_of_workspace on signal (workspace, name, key, signal_id) where batch_id is null;
create index signal_expiry on signal (expires_at) where expires_at is not null;

-- The IDs of signals that have come, so that each has its effect once.
create table signal_id (
  workspace integer not null,
  batch_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text collate "C" not null,
  key text collate "C" not null default '',
  id text collate "C" not null,
  expires_at timestamptz,
  primary key (batch_id, workspace, name, key, id)
);
create index signal_id_expiry on signal_id (expires_at) where expires_at is not null;

-- Attempts of tasks that call a workflow, and their child batches once they exist. wanted says what the child should do: run, be
-- paused, or stop because the attempt is over. due_at is when to look at it; null while there is nothing to do.
create table call (
  batch_id uuid not null,
  no integer not null,
  attempt integer not null,
  claims integer not null,
  workflow text collate "C" not null,
  version integer,
  inputs json,
  level integer not null,
  spread_of integer not null,
  parallel integer not null,
  child_batch uuid,
  wanted text not null default 'run' check (wanted in ('run', 'pause', 'stop')),
  began_at timestamptz not null,
  due_at timestamptz,
  primary key (batch_id, no, attempt)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index call_due on call (due_at) where due_at is not null;
-- What metrics count: calls that have ended stay until their batch is removed.
create index call_open on call (batch_id) where wanted in ('run', 'pause');
-- Items of spreads that bound how many run at once: those that run, and those that wait for their turn.
create index call_running on call (batch_id, spread_of) where parallel > 0 and child_batch is not null and wanted <> 'stop';
create index call_held_back on call (batch_id, spread_of, no) where parallel > 0 and child_batch is null and wanted = 'run';

-- The deadlines of tasks that are ready or run, and of batches, with the number 0. While a task is paused its deadline is null and
-- left_millis keeps the time that was left.
create table deadline (
  batch_id uuid not null,
  no integer not null,
  due_at timestamptz,
  left_millis bigint,
  primary key (batch_id, no)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index deadline_due on deadline (due_at) where due_at is not null;

-- The on_start action of a wait is called from the outbox.
alter table outbox drop constraint outbox_trigger_check;
alter table outbox add constraint outbox_trigger_check check (trigger in ('start', 'success', 'failure', 'cancel'));
