-- Lists the edges between a batch and other batches, in both directions.
select edge.parent_batch, edge.parent, edge.child_batch, edge.child, edge.condition, edge.satisfied,
  edge.resolution::text as resolution, edge.satisfied_at, edge.satisfying_attempt, edge.row_version
from (
  select * from foreign_edge where parent_batch = :batch
  union
  select * from foreign_edge where child_batch = :batch) as edge
where :satisfied::boolean is null or edge.satisfied = :satisfied::boolean
order by edge.parent_batch, edge.parent, edge.child_batch, edge.child;
