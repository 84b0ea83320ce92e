-- Checks which of the named tasks exist.
select named.batch_id, named.no
from (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as named
cross join lateral (
  select from task_state where task_state.batch_id = named.batch_id and task_state.no = named.no limit 1) as found;
