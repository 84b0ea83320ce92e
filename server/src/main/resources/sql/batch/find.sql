-- Reads one batch.
select batch_id, name, metadata, state::text as state, total, last_no, success, failure, canceled, skipped, result, created_at,
  completed_at, inputs
from batch
where batch_id = :batch;
