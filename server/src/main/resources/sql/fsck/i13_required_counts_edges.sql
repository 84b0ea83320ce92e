-- I13: required is the number of edges that a task needs: all edges from its own batch and from other batches or as many as its
-- join says, and one from each item of its spread.
with counted as (
  select task.batch_id, task.no, task.join_count, task.foreign_parents, state.required, greatest(state.items, 0) as items,
    cardinality(task.parents) as own, coalesce(other.edges, 0) as foreign_edges,
    cardinality(task.parents) + task.foreign_parents as edges
  from task
  join task_state as state on state.batch_id = task.batch_id and state.no = task.no
  left join (
    select child_batch, child, count(*) as edges from foreign_edge group by child_batch, child) as other
    on other.child_batch = task.batch_id and other.child = task.no
)
select batch_id, no,
  format('required is %s, but the edges are %s own, %s foreign (%s announced), %s from items, with join %s', required, own,
    foreign_edges, foreign_parents, items, join_count) as difference
from counted
where foreign_parents <> foreign_edges
  or required <> items + case join_count when 0 then edges when -1 then least(edges, 1) else least(edges, join_count) end;
