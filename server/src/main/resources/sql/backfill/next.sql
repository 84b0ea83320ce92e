-- Reads the ticks that a backfill starts next.
select tick_id, tick_at, again
from schedule_tick
where backfill_id = :backfill::uuid and state = 'due'
order by tick_at
limit :limit;
