-- What has become of the ticks of schedules, and backfills.

-- A tick that was decided, or that a backfill will start: due. A tick is there once, unless a backfill starts it again; runs that
-- were asked for by hand have ticks of their own.
create table schedule_tick (
  tick_id bigint generated always as identity primary key,
  workspace integer not null,
  schedule text collate "C" not null,
  tick_at timestamptz not null,
  cause text not null check (cause in ('schedule', 'trigger', 'backfill')),
  state text not null check (state in ('due', 'started', 'skipped', 'failed')),
  backfill_id uuid,
  again boolean not null default false,
  -- Whether the run counts for the parallel runs of its backfill.
  running boolean not null default false,
  batch_id uuid,
  reason text,
  decided_at timestamptz,
  check ((state = 'due') = (decided_at is null))
);
create unique index schedule_tick_once on schedule_tick (workspace, schedule, tick_at) where cause <> 'trigger' and not again;
create index schedule_tick_list on schedule_tick (workspace, schedule, tick_at, tick_id);
create index schedule_tick_backfill on schedule_tick (backfill_id, state, tick_at) where backfill_id is not null;
create index schedule_tick_running on schedule_tick (backfill_id) where running;
create index schedule_tick_decided on schedule_tick (decided_at);

create table backfill (
  backfill_id uuid primary key,
  workspace integer not null,
  schedule text collate "C" not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  max_parallel integer not null,
  again boolean not null,
  ticks integer not null,
  state text not null check (state in ('running', 'done', 'canceled')),
  -- When a server looks at it.
  look_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null) and (state = 'running') = (look_at is not null))
);
create index backfill_look on backfill (look_at) where look_at is not null;
create index backfill_schedule on backfill (workspace, schedule) where look_at is not null;
create index backfill_ended on backfill (ended_at);

-- Calls that were given up, for their metric.
create index outbox_dead on outbox (outbox_id) where dead;
