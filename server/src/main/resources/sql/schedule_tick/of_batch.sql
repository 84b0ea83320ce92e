-- Reads the moment of the tick that started a batch.
select tick_at
from schedule_tick
where workspace = :workspace and schedule = :schedule and batch_id = :batch and cause = 'trigger'
limit 1;
