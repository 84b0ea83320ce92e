-- Exports batches. JSON values are exported as text.
select workspace.tenant as tenant_id, workspace.name as workspace_id, batch.batch_id as run_id, batch.batch_id, batch.name, state, total, success, failure, canceled, skipped, metadata, inputs, result, batch.created_at,
  batch.completed_at
from batch
join workspace on workspace.number = workspace_of(batch.batch_id)
order by batch_id;
