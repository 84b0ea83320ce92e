-- Creates or replaces a schedule. The record of its last run stays.
insert into schedule (
  workspace, name, definition, workflow, inputs, cron, interval_millis, zone, jitter_millis, overlap, catch_up_millis, anchor, next_tick, look_at,
  created_at, updated_at)
values (
  :workspace, :name, :definition::json, :workflow, :inputs::json, :cron, :interval::bigint, :zone, :jitter, :overlap, :catch_up, :now::timestamptz,
  :next_tick::timestamptz, :look_at::timestamptz, :now::timestamptz, :now::timestamptz)
on conflict (workspace, name) do update
set definition = excluded.definition,
  workflow = excluded.workflow,
  inputs = excluded.inputs,
  cron = excluded.cron,
  interval_millis = excluded.interval_millis,
  zone = excluded.zone,
  jitter_millis = excluded.jitter_millis,
  overlap = excluded.overlap,
  catch_up_millis = excluded.catch_up_millis,
  anchor = excluded.anchor,
  next_tick = excluded.next_tick,
  look_at = excluded.look_at,
  queued = false,
  updated_at = excluded.updated_at;
