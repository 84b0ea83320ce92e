-- Ends backfills that go on: one of them, or all of a schedule. What they have not started is skipped.
with ended as (
  update backfill
  set state = :state, look_at = null, ended_at = :now::timestamptz
  where backfill.workspace = :workspace and backfill.look_at is not null
    and (backfill.backfill_id = :backfill::uuid or backfill.schedule = :schedule::text)
  returning backfill_id
), skipped as (
  update schedule_tick
  set state = 'skipped', reason = 'The backfill was canceled', decided_at = :now::timestamptz
  from ended
  where schedule_tick.backfill_id = ended.backfill_id and schedule_tick.state = 'due'
)
select count(*) from ended;
