-- Exports timers: when a task's next attempt is due, or when the task may start at the earliest.
select workspace.tenant as tenant_id, workspace.name as workspace_id, timer.batch_id, task_id(timer.batch_id, timer.no) as task_id,
  case when state.status = 'retry_pending' or state.paused_from = 'retry_pending' then 'retry' else 'start' end as purpose, timer.due_at
from timer
join batch on batch.batch_id = timer.batch_id
join workspace on workspace.number = workspace_of(batch.batch_id)
join task_state as state on state.batch_id = timer.batch_id and state.no = timer.no
order by timer.batch_id, timer.no;
