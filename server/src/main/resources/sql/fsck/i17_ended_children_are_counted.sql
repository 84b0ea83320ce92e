-- I17: a live task counts its children that have ended. A child in another batch may end without being counted: it only
-- takes part in dead ends, which may then come later.
with edges as (
  select task.batch_id as parent_batch, task.no as parent, task.batch_id as child_batch, child, false as between_batches
  from task
  cross join lateral unnest(task.children) as child
  union all
  select parent_batch, parent, child_batch, child, true from foreign_edge
), ended as (
  select edges.parent_batch, edges.parent, count(*) filter (where not between_batches) as own, count(*) as everywhere
  from edges
  join task_state as child on child.batch_id = edges.child_batch and child.no = edges.child
  where child.status in ('success', 'failure', 'canceled', 'skipped')
  group by edges.parent_batch, edges.parent
)
select state.batch_id, state.no,
  format('ended_children is %s, but %s children have ended here and %s in all', state.ended_children,
    coalesce(ended.own, 0), coalesce(ended.everywhere, 0)) as difference
from task_state as state
left join ended on ended.parent_batch = state.batch_id and ended.parent = state.no
where state.status not in ('success', 'failure', 'canceled', 'skipped')
  and state.ended_children not between coalesce(ended.own, 0) and coalesce(ended.everywhere, 0);
