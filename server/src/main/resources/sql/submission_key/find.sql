-- What a key was used for.
select body_hash, batch_id from submission_key where workspace = :workspace and key = :key;
