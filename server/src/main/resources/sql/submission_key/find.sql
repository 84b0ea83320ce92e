-- Reads the body hash of an idempotency key, its batch, the number of the first task that its request created there, the tasks that
-- existed already, and when the batch was created.
select key.body_hash, key.batch_id, key.first_no, key.deduplicated,
  (select batch.created_at from batch where batch.batch_id = key.batch_id) as created_at
from submission_key as key
where key.workspace = :workspace and key.key = :key;
