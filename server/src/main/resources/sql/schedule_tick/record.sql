-- Records what became of ticks. A tick that has started stays so, and one that a backfill will start is only told that it has
-- started.
insert into schedule_tick (workspace, schedule, tick_at, cause, state, batch_id, reason, decided_at)
select :workspace, :schedule, unnest(:ticks::text[])::timestamptz, :cause, :state, :batch::uuid, :reason, :now::timestamptz
on conflict (workspace, schedule, tick_at) where cause <> 'trigger' and not again do update
set state = excluded.state, batch_id = excluded.batch_id, reason = excluded.reason, decided_at = excluded.decided_at
where schedule_tick.state <> 'started' and (schedule_tick.state <> 'due' or excluded.state = 'started');
