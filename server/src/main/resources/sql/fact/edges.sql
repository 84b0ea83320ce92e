-- The edges that leave a run of a batch's tasks, each with its fact once there is one. The tasks are found first, so that the
-- facts can only be found by their keys.
with run as materialized (
  select batch_id, no, children, conditions
  from task
  where batch_id = :batch and no > :after and no <= :last and (:items or spread_of = 0)
)
select run.batch_id as parent_batch, run.no as parent, run.batch_id as child_batch, edge.child,
  edge.condition::text as condition, fact.satisfied, fact.resolution::text as resolution, fact.satisfied_at,
  fact.satisfying_attempt, fact.row_version
from run
cross join lateral (
  select unnest(run.children) as child, unnest(edge_conditions(run.conditions)) as condition,
    generate_subscripts(run.children, 1) as ordinal) as edge
left join fact on fact.batch_id = any (array[run.batch_id]) and fact.parent = run.no and fact.child = edge.child
where :satisfied::boolean is null or fact.satisfied = :satisfied::boolean
order by run.no, edge.ordinal;
