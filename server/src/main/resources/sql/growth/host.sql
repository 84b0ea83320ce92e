-- Reads a batch that tasks are to be added to.
select state, last_no, total, paused, stops_on_failure, parent_batch, parent_no, parent_attempt, level
from batch
where batch_id = :batch;
