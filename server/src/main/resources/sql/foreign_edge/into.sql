-- The edges from other batches into tasks of one.
select edge.parent_batch, edge.parent, edge.child, edge.condition::text as condition
from unnest(:nos::integer[]) as named (no)
join foreign_edge as edge on edge.child_batch = :batch and edge.child = named.no
order by edge.child, edge.parent_batch, edge.parent;
