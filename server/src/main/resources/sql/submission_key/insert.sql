-- Stores an idempotency key with its batch, which is null when the submission created none.
insert into submission_key (workspace, key, body_hash, batch_id, first_no, deduplicated, created_at)
values (:workspace, :key, :hash, :batch::uuid, :first_no, :deduplicated::json, :now::timestamptz);
