-- Takes calls that are due, with the end of their child batches. Each is left alone for a while, so that only one server acts on it;
-- if that server dies, another one finds it again later.
with due as (
  select batch_id, no, attempt
  from call
  where due_at <= :now::timestamptz
  order by due_at, batch_id, no
  limit :max
  for update skip locked
), taken as (
  update call
  set due_at = :now::timestamptz + :grace::interval
  from due
  where call.batch_id = any (array[due.batch_id]) and call.no = due.no and call.attempt = due.attempt
  returning call.*
)
select taken.batch_id, taken.no, taken.attempt, taken.claims, taken.workflow, taken.version, taken.inputs, taken.level, taken.wanted,
  taken.child_batch, taken.due_at, child.completed_at is not null as over, child.state::text as state,
  coalesce(length(child.result::text) <= :max_result, true) as fits,
  case when length(child.result::text) <= :max_result then child.result end as result,
  failed.name as failed_task, failed.failure_reason
from taken
left join batch as child on child.batch_id = any (array[taken.child_batch])
left join lateral (
  select task.name, state.failure_reason
  from task_state as state
  join task on task.batch_id = any (array[state.batch_id]) and task.no = state.no
  where state.batch_id = any (array[child.batch_id]) and child.completed_at is not null and child.state <> 'succeeded'
    and state.status in ('failure', 'canceled') and not (task.spread_of > 0 and task.spread_collect)
  order by state.status = 'canceled', state.ended_at, state.no
  limit 1) as failed on true
order by taken.batch_id, taken.no;
