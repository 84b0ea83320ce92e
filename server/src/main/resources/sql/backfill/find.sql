-- Reads a backfill and how its ticks stand.
select backfill.*, counted.*
from backfill
cross join lateral (
  select count(*) filter (where tick.state = 'started') as started, count(*) filter (where tick.state = 'failed') as failed,
    count(*) filter (where tick.state = 'due') as due
  from schedule_tick as tick
  where tick.backfill_id = backfill.backfill_id) as counted
where backfill.backfill_id = :backfill::uuid and backfill.workspace = :workspace;
