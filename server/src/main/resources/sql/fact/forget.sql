-- Removes the facts of single edges, inside a batch or between batches.
with gone as (
  select unnest(:parent_batches::uuid[]) as parent_batch, unnest(:parents::integer[]) as parent,
    unnest(:child_batches::uuid[]) as child_batch, unnest(:children::integer[]) as child
), inside as (
  delete from fact
  using gone
  where gone.parent_batch = gone.child_batch
    and fact.batch_id = any (array[gone.parent_batch]) and fact.parent = gone.parent and fact.child = gone.child
)
update foreign_edge as edge
set satisfied = null, resolution = null, satisfying_attempt = null, row_version = null, satisfied_at = null
from gone
where edge.parent_batch = any (array[gone.parent_batch]) and edge.parent = gone.parent
  and edge.child_batch = any (array[gone.child_batch]) and edge.child = gone.child;
