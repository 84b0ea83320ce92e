-- Reads the body hash and the batch of an idempotency key.
select body_hash, batch_id from submission_key where workspace = :workspace and key = :key;
