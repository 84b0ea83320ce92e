-- Exports tasks with their current state.
select workspace.tenant as tenant_id, workspace.name as workspace_id, task.batch_id, task_id(task.batch_id, task.no) as task_id,
  task.local_id, task.name, task.kind, state.status, state.attempt, task.priority, task.timeout_secs, state.required, state.satisfied,
  state.success, state.failures, state.expected_count, state.failure_reason, task.metadata, result.value as result, task.created_at,
  state.started_at, state.ended_at, state.next_retry_at, state.last_updated
from batch
join workspace on workspace.number = workspace_of(batch.batch_id)
join task on task.batch_id = batch.batch_id
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join result on result.batch_id = task.batch_id and result.no = task.no
order by task.batch_id, task.no;
