-- Makes ticks due for a backfill and returns how many. One that was skipped or failed gets another chance; one that has started is
-- left alone, unless it is to run again.
with due as (
  insert into schedule_tick (workspace, schedule, tick_at, cause, state, backfill_id, again)
  select :workspace, :schedule, unnest(:ticks::text[])::timestamptz, 'backfill', 'due', :backfill::uuid, :again
  on conflict (workspace, schedule, tick_at) where cause <> 'trigger' and not again do update
  set cause = 'backfill', state = 'due', backfill_id = excluded.backfill_id, batch_id = null, reason = null, decided_at = null
  where schedule_tick.state in ('skipped', 'failed')
  returning 1
)
select count(*) from due;
