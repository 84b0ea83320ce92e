-- Reads the facts of a batch.
select parent, child, satisfied, resolution, satisfying_attempt, row_version, satisfied_at from fact where batch_id = :batch;
