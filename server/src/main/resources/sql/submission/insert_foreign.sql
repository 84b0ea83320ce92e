-- Ties tasks to parents in other batches.
with tied as (
  insert into foreign_edge (parent_batch, parent, child_batch, child, condition)
  select e.parent_batch, e.parent, :batch, e.child, e.condition::edge_condition
  from unnest(:parent_batches::uuid[], :parents::integer[], :children::integer[], :conditions::text[])
    as e (parent_batch, parent, child, condition)
  returning parent_batch, parent
)
update task
set foreign_children = true
from (select distinct parent_batch, parent from tied) as parents
where task.batch_id = parents.parent_batch and task.no = parents.parent and not task.foreign_children;
