-- Keeps a key with the batch that it stands for, which is null when the submission made none.
insert into submission_key (workspace, key, body_hash, batch_id, created_at)
values (:workspace, :key, :hash, :batch::uuid, :now::timestamptz);
