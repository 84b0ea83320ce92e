-- I20: the counts of a batch are those of its tasks, and its state follows from them.
select batch.batch_id, null::integer as no,
  format('%s with %s/%s/%s/%s success/failure/canceled/skipped, but the tasks say %s/%s/%s/%s of %s', batch.state,
    batch.success, batch.failure, batch.canceled, batch.skipped, counted.success, counted.failure, counted.canceled,
    counted.skipped, counted.tasks) as difference
from batch
cross join lateral (
  select count(*) as tasks,
    count(*) filter (where status = 'success') as success,
    count(*) filter (where status = 'failure') as failure,
    count(*) filter (where status = 'canceled') as canceled,
    count(*) filter (where status = 'skipped') as skipped
  from task_state as state
  where state.batch_id = batch.batch_id) as counted
where (batch.success, batch.failure, batch.canceled, batch.skipped)
    <> (counted.success, counted.failure, counted.canceled, counted.skipped)
  or batch.state <> case
    when counted.success + counted.failure + counted.canceled + counted.skipped < counted.tasks then 'running'
    when counted.failure > 0 then 'failed'
    when counted.canceled > 0 then 'canceled'
    else 'succeeded' end::batch_state;
