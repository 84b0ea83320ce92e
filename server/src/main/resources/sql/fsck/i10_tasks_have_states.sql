-- I10: every task has a state and a batch, and every state has a task.
select coalesce(task.batch_id, state.batch_id) as batch_id, coalesce(task.no, state.no) as no,
  case when task.no is null then 'the state has no task' when state.no is null then 'the task has no state'
    else 'the task has no batch' end as difference
from task
full join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join batch on batch.batch_id = coalesce(task.batch_id, state.batch_id)
where task.no is null or state.no is null or batch.batch_id is null;
