-- Which of these tasks exist.
select task_state.batch_id, task_state.no
from unnest(:batches::uuid[], :nos::integer[]) as named (batch_id, no)
join task_state on task_state.batch_id = named.batch_id and task_state.no = named.no;
