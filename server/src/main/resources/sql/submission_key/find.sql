-- Reads the body hash and the batch of an idempotency key.
select key.body_hash, key.batch_id, batch.created_at
from submission_key as key
left join batch on batch.batch_id = any (array[key.batch_id])
where key.workspace = :workspace and key.key = :key;
