-- Whether there is such a batch.
select exists (select from batch where batch_id = :batch);
