-- Counts the runs of a backfill that go on, and settles those that have ended.
with ended as (
  update schedule_tick as tick
  set running = false
  where tick.backfill_id = :backfill::uuid and tick.running
    and not coalesce((select batch.completed_at is null from batch where batch.batch_id = tick.batch_id), false)
  returning 1
)
select (select count(*) from schedule_tick as tick where tick.backfill_id = :backfill::uuid and tick.running)
  - (select count(*) from ended);
