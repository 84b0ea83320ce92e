-- Which of these outside events the ledgers of their batches have. As a part of what is selected the look-up cannot become a join,
-- which would read the whole index while it is small.
select asked.batch_id, asked.id,
  (select true from event where event.batch_id = asked.batch_id and event.source_id = asked.id) as seen
from (select unnest(:batches::uuid[]) as batch_id, unnest(:ids::text[]) as id) as asked;
