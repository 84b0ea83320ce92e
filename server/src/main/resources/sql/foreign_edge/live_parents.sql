-- Finds live tasks of other batches that have live children in this batch: how many such children each has, and whether one of
-- them lets a dead end climb past it.
select edge.parent_batch, edge.parent, count(*) as count, bool_or(not task.dead_end_barrier) as climbs
from foreign_edge as edge
cross join lateral (select dead_end_barrier from task where batch_id = edge.child_batch and no = edge.child limit 1) as task
cross join lateral (select status from task_state where batch_id = edge.child_batch and no = edge.child limit 1) as child
cross join lateral (select status from task_state where batch_id = edge.parent_batch and no = edge.parent limit 1) as parent
where edge.child_batch = :batch
  and not is_terminal(child.status)
  and not is_terminal(parent.status)
group by edge.parent_batch, edge.parent;
