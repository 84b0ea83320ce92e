-- Has the calls looked at whose child batches are over.
update call
set due_at = :now::timestamptz
from batch
where batch.batch_id = any (:batches::uuid[]) and batch.completed_at is not null and call.batch_id = any (array[batch.parent_batch])
  and call.no = any (array[batch.parent_no]) and call.attempt = any (array[batch.parent_attempt]) and call.wanted <> 'stop';
