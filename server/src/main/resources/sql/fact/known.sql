-- Tells which of these edges have a fact.
select edge.batch_id, edge.parent, edge.child
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:parents::integer[]) as parent, unnest(:children::integer[]) as child) as edge
cross join lateral (
  select from fact where batch_id = edge.batch_id and parent = edge.parent and child = edge.child limit 1) as known;
