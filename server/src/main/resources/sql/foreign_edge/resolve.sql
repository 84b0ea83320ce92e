-- Writes the facts of edges between batches, once each.
update foreign_edge as edge
set satisfied = f.satisfied,
  resolution = f.resolution::edge_resolution,
  satisfying_attempt = f.attempt,
  row_version = (
    select event.seq * 1048576 + array_position(event.nos, f.parent) - 1
    from event
    where event.batch_id = f.parent_batch and event.nos @> array[f.parent]
    order by event.seq desc
    limit 1),
  satisfied_at = :now::timestamptz
from unnest(:parent_batches::uuid[], :parents::integer[], :child_batches::uuid[], :children::integer[],
  :satisfied::boolean[], :resolutions::text[], :attempts::integer[])
  as f (parent_batch, parent, child_batch, child, satisfied, resolution, attempt)
where edge.parent_batch = any (array[f.parent_batch]) and edge.parent = f.parent
  and edge.child_batch = any (array[f.child_batch]) and edge.child = f.child and edge.satisfied is null;
