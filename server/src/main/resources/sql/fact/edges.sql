-- The edges that leave a run of a batch's tasks, each with its fact once there is one. The series tells the planner how many
-- tasks there are, whatever it believes about a table that has just been filled.
select task.batch_id as parent_batch, task.no as parent, task.batch_id as child_batch, edge.child,
  edge.condition::text as condition, fact.satisfied, fact.resolution::text as resolution, fact.satisfied_at,
  fact.satisfying_attempt, fact.row_version
from generate_series(:after::integer + 1, :last::integer) as run (no)
join task on task.batch_id = :batch and task.no = run.no
cross join lateral unnest(task.children, task.conditions) with ordinality as edge (child, condition, ordinal)
left join fact on fact.batch_id = :batch and fact.parent = run.no and fact.child = edge.child
where (:items or task.spread_of = 0) and (:satisfied::boolean is null or fact.satisfied = :satisfied::boolean)
order by run.no, edge.ordinal;
