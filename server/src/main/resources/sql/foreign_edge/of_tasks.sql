-- Lists the foreign edges into and out of the named tasks.
select edge.parent_batch, edge.parent, edge.child_batch, edge.child, edge.condition,
  edge.satisfied is not null as resolved
from (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as named
cross join lateral (
  select * from foreign_edge where parent_batch = any (array[named.batch_id]) and parent = named.no
  union
  select * from foreign_edge where child_batch = any (array[named.batch_id]) and child = named.no) as edge;
