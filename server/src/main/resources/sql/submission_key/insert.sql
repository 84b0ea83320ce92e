-- Keeps a key with the batch that it stands for, which is null when the submission made none.
insert into submission_key (key, body_hash, batch_id) values (:key, :hash, :batch::uuid);
