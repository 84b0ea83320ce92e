-- Reads one batch.
select batch_id, name, metadata, labels, state::text as state, total, last_no, success, failure, canceled, skipped, result, created_at,
  completed_at, inputs, stops_on_failure, deadline_millis, parent_batch, parent_no,
  paused and completed_at is null as paused
from batch
where batch_id = :batch;
