-- Locks one schedule whose tick has to be decided, and reads whether its last run is still going on. A schedule that another
-- server has locked is skipped.
select schedule.*,
  coalesce((select batch.state = 'running' from batch where batch.batch_id = schedule.last_batch), false) as running
from schedule
where not schedule.paused and schedule.look_at <= :now::timestamptz
order by schedule.look_at
limit 1
for update of schedule skip locked;
