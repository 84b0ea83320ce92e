-- Batches. What is JSON is exported as its text.
select tenant_id, workspace_id, batch_id, name, state, total, success, failure, canceled, skipped, metadata, inputs, result, created_at,
  completed_at
from batch
order by batch_id;
