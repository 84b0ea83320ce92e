-- Writes the facts of edges between batches. An edge that already has its fact keeps it.
update foreign_edge as edge
set satisfied = f.satisfied,
  resolution = f.resolution::edge_resolution,
  satisfying_attempt = f.attempt,
  row_version = (
    select entry_id(event.seq, array_position(event.nos, f.parent) - 1)
    from event
    where event.batch_id = f.parent_batch and event.nos @> array[f.parent]
    order by event.seq desc
    limit 1),
  satisfied_at = :now::timestamptz
from (
  select unnest(:parent_batches::uuid[]) as parent_batch, unnest(:parents::integer[]) as parent,
    unnest(:child_batches::uuid[]) as child_batch, unnest(:children::integer[]) as child,
    unnest(:satisfied::boolean[]) as satisfied, unnest(:resolutions::text[]) as resolution,
    unnest(:attempts::integer[]) as attempt) as f
where edge.parent_batch = any (array[f.parent_batch]) and edge.parent = f.parent
  and edge.child_batch = any (array[f.child_batch]) and edge.child = f.child and edge.satisfied is null;
