-- Lists the edges into a task that are open or unsatisfied: from its own batch, from the items of its spread, and from other
-- batches. All are counted, and the first ones are returned with their parents. Facts and parents are looked up by their whole
-- keys.
with edge as (
  select task.batch_id as parent_batch, own.parent, own.condition, fact.satisfied
  from task
  cross join lateral (select unnest(task.parents) as parent, unnest(edge_conditions(task.parent_conditions)) as condition) as own
  left join lateral (
    select satisfied from fact where batch_id = task.batch_id and parent = own.parent and child = task.no limit 1) as fact on true
  where task.batch_id = :batch and task.no = :no
  union all
  select state.batch_id, item.no, 'A', fact.satisfied
  from task_state as state
  cross join lateral (select generate_series(state.first_item, state.first_item + state.items - 1) as no) as item
  left join lateral (
    select satisfied from fact where batch_id = state.batch_id and parent = item.no and child = state.no limit 1) as fact on true
  where state.batch_id = :batch and state.no = :no and state.items > 0
  union all
  select parent_batch, parent, condition, satisfied
  from foreign_edge
  where child_batch = :batch and child = :no
), unmet as (
  select parent_batch, parent, condition, satisfied, count(*) over () as unmet
  from edge
  where satisfied is not true
  order by satisfied nulls last, parent_batch, parent
  limit :limit
)
select unmet.parent_batch, unmet.parent, parent.name, parent_state.status, unmet.condition, unmet.satisfied,
  unmet.unmet
from unmet
left join lateral (select name from task where batch_id = unmet.parent_batch and no = unmet.parent limit 1) as parent on true
left join lateral (
  select status from task_state where batch_id = unmet.parent_batch and no = unmet.parent limit 1) as parent_state on true
order by unmet.satisfied nulls last, unmet.parent_batch, unmet.parent;
