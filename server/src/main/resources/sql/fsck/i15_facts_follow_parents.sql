-- I15: an edge has its fact exactly when its parent has ended, and the fact says how. A rerun leaves two exceptions: a child
-- that succeeded keeps the facts it ran on, and an edge into another batch keeps its fact. All facts of a child that succeeded
-- are satisfied, unless it did not need all of its edges.
with edges as (
  select task.batch_id as parent_batch, task.no as parent, task.batch_id as child_batch, edge.child, edge.condition,
    fact.satisfied, fact.resolution, fact.satisfying_attempt, false as between_batches
  from task
  cross join lateral (select unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition) as edge
  left join fact on fact.batch_id = task.batch_id and fact.parent = task.no and fact.child = edge.child
  union all
  select parent_batch, parent, child_batch, child, condition, satisfied, resolution, satisfying_attempt, true
  from foreign_edge
), due as (
  select edges.*, parent.attempt, child.status as child_status, definition.join_count,
    case parent.status when 'success' then 'SUCCESS' when 'failure' then 'FAILED' when 'skipped' then 'SKIPPED'
      when 'canceled' then 'CANCELLED' end::edge_resolution as outcome
  from edges
  join task_state as parent on parent.batch_id = edges.parent_batch and parent.no = edges.parent
  join task_state as child on child.batch_id = edges.child_batch and child.no = edges.child
  join task as definition on definition.batch_id = edges.child_batch and definition.no = edges.child
)
select child_batch as batch_id, child as no,
  format('the %s edge from %s number %s is %s by %s of attempt %s, but the parent is %s in attempt %s', condition_text(condition),
    parent_batch, parent, case when satisfied is null then 'open' when satisfied then 'satisfied' else 'unsatisfied' end,
    coalesce(resolution::text, 'nothing'), coalesce(satisfying_attempt::text, 'none'), coalesce(outcome::text, 'live'),
    attempt) as difference
from due
where case
  when child_status = 'success' and join_count = 0 then satisfied is not true
  when satisfying_attempt < attempt and (between_batches or child_status = 'success') then false
  else satisfying_attempt is distinct from case when outcome is not null then attempt end
    or resolution is distinct from outcome
    or satisfied is distinct from satisfies(condition, outcome)
  end;
