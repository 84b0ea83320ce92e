-- The token buckets of rates. One without a row is full.
create table bucket (
  -- Workspace, set and rate; tasks that wait for a token are parked on this name.
  name text collate "C" primary key,
  max_starts bigint not null,
  per_secs double precision not null,
  -- When all tokens are back if nothing starts until then.
  full_at timestamptz not null,
  -- When a task that is parked here may start; null while none is, and after they were unparked.
  due_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index bucket_due on bucket (due_at) where due_at is not null;
