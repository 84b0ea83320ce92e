-- Reads the body hash, the batch and the deduplicated tasks of an idempotency key, and when the batch was created.
select key.body_hash, key.batch_id, key.deduplicated,
  (select batch.created_at from batch where batch.batch_id = key.batch_id) as created_at
from submission_key as key
where key.workspace = :workspace and key.key = :key;
