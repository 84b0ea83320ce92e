-- Counts the terminal tasks of a batch.
select success + failure + canceled + skipped from batch where batch_id = :batch;
