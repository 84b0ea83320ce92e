-- Lists the edges that leave a range of a batch's tasks, each with its fact if it has one. Every fact is looked up by its whole
-- key: a join might go by the parent alone and read all facts of a parent again for each of its children.
with run as materialized (
  select batch_id, no, children, conditions
  from task
  where batch_id = :batch and no > :after and no <= :last and (:items or spread_of = 0)
)
select run.batch_id as parent_batch, run.no as parent, run.batch_id as child_batch, edge.child,
  edge.condition, fact.satisfied, fact.resolution::text as resolution, fact.satisfied_at,
  fact.satisfying_attempt, fact.row_version
from run
cross join lateral (
  select unnest(run.children) as child, unnest(edge_conditions(run.conditions)) as condition) as edge
left join lateral (
  select * from fact where fact.batch_id = run.batch_id and fact.parent = run.no and fact.child = edge.child limit 1) as fact on true
where :satisfied::boolean is null or fact.satisfied = :satisfied::boolean
order by run.no, edge.child;
