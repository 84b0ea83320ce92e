-- Checks which outside events the ledgers of their batches already have. A subselect in the select list cannot become a join,
-- which would read the whole index while that is small.
select asked.batch_id, asked.id,
  (select true from event where event.batch_id = asked.batch_id and event.source_id = asked.id) as seen
from (select unnest(:batches::uuid[]) as batch_id, unnest(:ids::text[]) as id) as asked;
