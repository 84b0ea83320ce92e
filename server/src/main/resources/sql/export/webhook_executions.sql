-- Exports webhook calls, one row per idempotency key.
select workspace.tenant as tenant_id, workspace.name as workspace_id, call.batch_id, task_id(call.batch_id, call.no) as task_id,
  call.idempotency_key, call.trigger, call.condition, call.action_index, call.status, call.attempt, call.attempts,
  call.response_status, call.error, call.created_at, call.updated_at
from webhook_execution as call
join batch on batch.batch_id = call.batch_id
join workspace on workspace.number = workspace_of(batch.batch_id)
order by call.batch_id, call.no, call.idempotency_key;
