-- Checks whether a batch exists.
select exists (select from batch where batch_id = :batch);
