-- Creates a workspace with the next free number, or replaces its quotas. The caller holds the lock of workspace/lock_names.
insert into workspace (number, tenant, name, max_queued, max_running, submissions_per_minute, created_at, updated_at)
select coalesce(max(number), 0) + 1, :tenant, :name, :max_queued::bigint, :max_running::integer, :submissions_per_minute::integer,
  :now::timestamptz, :now::timestamptz
from workspace
on conflict (tenant, name) do update
set max_queued = excluded.max_queued,
  max_running = excluded.max_running,
  submissions_per_minute = excluded.submissions_per_minute,
  updated_at = excluded.updated_at;
