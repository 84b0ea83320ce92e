-- Which of these tasks exist.
select named.batch_id, named.no
from unnest(:batches::uuid[], :nos::integer[]) as named (batch_id, no)
cross join lateral (
  select from task_state where task_state.batch_id = named.batch_id and task_state.no = named.no limit 1) as found;
