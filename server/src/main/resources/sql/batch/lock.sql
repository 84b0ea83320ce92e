-- Locks the batches of a group of commands, and every batch connected to them by foreign edges, in key order: two groups never
-- deadlock.
with recursive linked (batch_id) as (
  select unnest(:locked::uuid[])
  union
  select other.batch_id
  from linked
  cross join lateral (
    select child_batch as batch_id from foreign_edge where parent_batch = linked.batch_id
    union all
    select parent_batch from foreign_edge where child_batch = linked.batch_id) as other
)
select batch.batch_id, batch.last_no, batch.total, batch.tied, batch.version, batch.grown,
  clock_timestamp() as now
from batch
where batch.batch_id = any (array(select batch_id from linked))
order by batch.batch_id
for update of batch;
