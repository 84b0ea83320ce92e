-- How many tasks of a batch have ended.
select success + failure + canceled + skipped from batch where batch_id = :batch;
