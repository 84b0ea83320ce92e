-- One schedule at whose tick somebody has to look, and whether its last run has not ended. Whoever else looks passes it over.
select schedule.*,
  coalesce((select batch.state = 'running' from batch where batch.batch_id = schedule.last_batch), false) as running
from schedule
where not schedule.paused and schedule.look_at <= :now::timestamptz
order by schedule.look_at
limit 1
for update of schedule skip locked;
