-- I13: required is the number of edges into a task: from its own batch, from other batches, from the items of its spread.
select task.batch_id, task.no,
  format('required is %s, but the edges are %s own, %s foreign (%s announced), %s from items', state.required,
    cardinality(task.parents), coalesce(other.edges, 0), task.foreign_parents, greatest(state.items, 0)) as difference
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join (
  select child_batch, child, count(*) as edges from foreign_edge group by child_batch, child) as other
  on other.child_batch = task.batch_id and other.child = task.no
where task.foreign_parents <> coalesce(other.edges, 0)
  or state.required <> cardinality(task.parents) + task.foreign_parents + greatest(state.items, 0);
