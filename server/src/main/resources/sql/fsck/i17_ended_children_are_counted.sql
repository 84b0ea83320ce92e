-- I17: ended_children of a live task is the number of its terminal children, in any batch.
with edges as (
  select task.batch_id as parent_batch, task.no as parent, task.batch_id as child_batch, child
  from task
  cross join lateral unnest(task.children) as child
  union all
  select parent_batch, parent, child_batch, child from foreign_edge
), ended as (
  select edges.parent_batch, edges.parent, count(*) as children
  from edges
  join task_state as child on child.batch_id = edges.child_batch and child.no = edges.child
  where is_terminal(child.status)
  group by edges.parent_batch, edges.parent
)
select state.batch_id, state.no,
  format('ended_children is %s, but %s children have ended', state.ended_children, coalesce(ended.children, 0)) as difference
from task_state as state
left join ended on ended.parent_batch = state.batch_id and ended.parent = state.no
where not is_terminal(state.status)
  and state.ended_children <> coalesce(ended.children, 0);
