-- I20: the counts of a batch match the states of its tasks, and its state follows from them, unless a return or its deadline decided it.
select batch.batch_id, null::integer as no,
  format('%s with %s/%s/%s/%s success/failure/canceled/skipped, %s/%s collected, but the tasks say %s/%s/%s/%s of %s, %s/%s collected',
    batch.state, batch.success, batch.failure, batch.canceled, batch.skipped, batch.collected_failure, batch.collected_canceled,
    counted.success, counted.failure, counted.canceled, counted.skipped, counted.tasks, counted.collected_failure,
    counted.collected_canceled) as difference
from batch
cross join lateral (
  select count(*) as tasks,
    count(*) filter (where status = 'success') as success,
    count(*) filter (where status = 'failure') as failure,
    count(*) filter (where status = 'canceled') as canceled,
    count(*) filter (where status = 'skipped') as skipped,
    count(*) filter (where status = 'failure' and task.spread_of > 0 and task.spread_collect) as collected_failure,
    count(*) filter (where status = 'canceled' and task.spread_of > 0 and task.spread_collect) as collected_canceled
  from task_state as state
  join task using (batch_id, no)
  where state.batch_id = batch.batch_id) as counted
where (batch.success, batch.failure, batch.canceled, batch.skipped, batch.collected_failure, batch.collected_canceled)
    <> (counted.success, counted.failure, counted.canceled, counted.skipped, counted.collected_failure, counted.collected_canceled)
  or batch.state <> case
    when counted.success + counted.failure + counted.canceled + counted.skipped < counted.tasks then 'running'
    when batch.verdict is not null then batch.verdict::text
    when counted.failure > counted.collected_failure then 'failed'
    when counted.canceled > counted.collected_canceled then 'canceled'
    else 'succeeded' end::batch_state;
