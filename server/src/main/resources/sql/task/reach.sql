-- Guesses which tasks the ends of the named tasks can affect: their children, then further on through edges that can no longer
-- be satisfied and through inline nodes, and the parents of tasks that will be skipped. A task that the guess misses is loaded
-- on demand, so the guess only has to be right most of the time.
with recursive reach (batch_id, no, outcome) as (
  select task.batch_id, task.no,
    case when named.outcome = 'FAILED' and task_state.retries < coalesce((task.retry ->> 'max_retries')::integer, 0)
      then 'none' else named.outcome end
  from (
    select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:outcomes::text[]) as outcome) as named
  join task on task.batch_id = any (array[named.batch_id]) and task.no = named.no
  join task_state on task_state.batch_id = any (array[named.batch_id]) and task_state.no = any (array[named.no])
  union
  select reach.batch_id, edge.child,
    case
      when reach.outcome = 'maybe' or satisfies(edge.condition, reach.outcome::edge_resolution) then 'maybe'
      else 'SKIPPED'
    end
  from reach
  join task on task.batch_id = any (array[reach.batch_id]) and task.no = reach.no
  join task_state on task_state.batch_id = any (array[reach.batch_id]) and task_state.no = any (array[reach.no])
  cross join lateral (select unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition) as edge
  where reach.outcome in ('SUCCESS', 'FAILED', 'CANCELLED')
    or (reach.outcome = 'SKIPPED' and task_state.status in ('waiting', 'paused'))
    or (reach.outcome = 'maybe' and task.lane = 'none')
)
select batch_id, no from reach
union
select reach.batch_id, parent.no
from reach
join task on task.batch_id = any (array[reach.batch_id]) and task.no = reach.no
cross join lateral unnest(task.parents) as parent (no)
where reach.outcome = 'SKIPPED';
