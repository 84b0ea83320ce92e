-- The live tasks of other batches that have live children in a batch: how many, and whether one of them is no barrier.
select edge.parent_batch, edge.parent, count(*) as count, bool_or(not task.dead_end_barrier) as climbs
from foreign_edge as edge
join task on task.batch_id = edge.child_batch and task.no = edge.child
join task_state as child on child.batch_id = edge.child_batch and child.no = edge.child
join task_state as parent on parent.batch_id = edge.parent_batch and parent.no = edge.parent
where edge.child_batch = :batch
  and child.status not in ('success', 'failure', 'canceled', 'skipped')
  and parent.status not in ('success', 'failure', 'canceled', 'skipped')
group by edge.parent_batch, edge.parent;
