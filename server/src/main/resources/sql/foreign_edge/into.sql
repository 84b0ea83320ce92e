-- Lists the edges from other batches into the named tasks of a batch.
select edge.parent_batch, edge.parent, edge.child, edge.condition
from unnest(:nos::integer[]) as named (no)
cross join lateral (select * from foreign_edge where child_batch = :batch and child = named.no offset 0) as edge
order by edge.child, edge.parent_batch, edge.parent;
