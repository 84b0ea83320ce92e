-- Moves the version of batches (I28), so that servers discard what they remember of them.
with marked as (
  select batch_id from batch where batch_id = any (:batches::uuid[]) order by batch_id for update
)
update batch set version = version + 1 from marked where batch.batch_id = any (array[marked.batch_id]);
