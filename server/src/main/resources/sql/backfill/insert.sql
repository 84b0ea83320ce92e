-- Inserts a backfill. One without ticks is done at once.
insert into backfill (
  backfill_id, workspace, schedule, from_at, to_at, max_parallel, again, ticks, state, look_at, created_by, created_at, ended_at)
values (
  :backfill::uuid, :workspace, :schedule, :from::timestamptz, :to::timestamptz, :max_parallel, :again, :ticks,
  case when :ticks > 0 then 'running' else 'done' end, case when :ticks > 0 then :now::timestamptz end, :actor, :now::timestamptz,
  case when :ticks = 0 then :now::timestamptz end);
