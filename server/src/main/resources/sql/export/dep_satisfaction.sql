-- Exports the facts of edges, ordered by the task that they lead into.
select workspace.tenant as tenant_id, workspace.name as workspace_id, edge.child_batch as batch_id,
  task_id(edge.parent_batch, edge.parent) as parent_task_id,
  task_id(edge.child_batch, edge.child) as child_task_id,
  condition_text(edge.condition) as condition, edge.satisfied, edge.resolution, edge.satisfying_attempt, edge.row_version, edge.satisfied_at
from (
  select fact.batch_id as parent_batch, fact.parent, fact.batch_id as child_batch, fact.child, defined.condition, fact.satisfied,
    fact.resolution, fact.satisfying_attempt, fact.row_version, fact.satisfied_at
  from fact
  join (
    select task.batch_id, task.no as parent, unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition
    from task) as defined on defined.batch_id = fact.batch_id and defined.parent = fact.parent and defined.child = fact.child
  union all
  select parent_batch, parent, child_batch, child, condition, satisfied, resolution, satisfying_attempt, row_version, satisfied_at
  from foreign_edge
  where satisfied is not null) as edge
join batch on batch.batch_id = edge.child_batch
join workspace on workspace.number = workspace_of(batch.batch_id)
order by edge.child_batch, edge.child, edge.parent_batch, edge.parent;
