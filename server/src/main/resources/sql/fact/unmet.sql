-- The edges into a task that are open or unsatisfied, with their parents: those of its own batch, the items of its spread,
-- and those of other batches.
select edge.parent_batch, edge.parent, parent.name, parent_state.status, edge.condition::text as condition, edge.satisfied,
  count(*) over () as unmet
from (
  select task.batch_id as parent_batch, own.parent, own.condition, fact.satisfied
  from task
  cross join lateral (select unnest(task.parents) as parent, unnest(edge_conditions(task.parent_conditions)) as condition) as own
  left join fact on fact.batch_id = any (array[task.batch_id]) and fact.parent = own.parent and fact.child = task.no
  where task.batch_id = :batch and task.no = :no
  union all
  select state.batch_id, item.no, 'always', fact.satisfied
  from task_state as state
  cross join lateral generate_series(state.first_item, state.first_item + state.items - 1) as item (no)
  left join fact on fact.batch_id = any (array[state.batch_id]) and fact.parent = item.no and fact.child = state.no
  where state.batch_id = :batch and state.no = :no and state.items > 0
  union all
  select parent_batch, parent, condition, satisfied
  from foreign_edge
  where child_batch = :batch and child = :no) as edge
left join task as parent on parent.batch_id = any (array[edge.parent_batch]) and parent.no = edge.parent
left join task_state as parent_state on parent_state.batch_id = any (array[edge.parent_batch]) and parent_state.no = edge.parent
where edge.satisfied is not true
order by edge.satisfied nulls last, edge.parent_batch, edge.parent
limit :limit;
