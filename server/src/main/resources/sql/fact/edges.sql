-- The edges that leave a run of a batch's tasks, each with its fact once there is one.
select task.batch_id as parent_batch, task.no as parent, task.batch_id as child_batch, edge.child,
  edge.condition::text as condition, fact.satisfied, fact.resolution::text as resolution, fact.satisfied_at,
  fact.satisfying_attempt, fact.row_version
from task
cross join lateral unnest(task.children, task.conditions) with ordinality as edge (child, condition, ordinal)
left join fact on fact.batch_id = task.batch_id and fact.parent = task.no and fact.child = edge.child
where task.batch_id = :batch and task.no > :after and task.no <= :last and (:items or task.spread_of = 0)
  and (:satisfied::boolean is null or fact.satisfied = :satisfied::boolean)
order by task.no, edge.ordinal;
