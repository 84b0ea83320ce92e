-- Reads everything about one task that decides whether it runs.
select task.batch_id, state.status, state.paused_from, state.attempt, state.required, state.satisfied, state.failure_reason, state.next_retry_at,
  state.started_at, state.expected_count, state.success, state.failures, task.kind, task.lane, task.rules, task.metadata,
  task.start_after, task.spread_of, task.join_count, cardinality(task.parents) + task.foreign_parents as edges, state.items,
  queue.lane is not null as queued, queue.priority, queue.position, queue.parked, timer.due_at as starts_at, lease.holder, lease.worker,
  case when state.status = 'running' and not lease.worker
    then greatest(lease.expires_at, state.started_at + make_interval(secs => lease.period_secs))
    else lease.expires_at end as expires_at,
  wait.kind as wait_kind, wait.signal_name, wait.signal_key, wait.title, wait.body, wait.began_at,
  case when not wait.answered then wait.due_at end as due_at,
  called.workflow, called.child_batch, called.total, called.ended, called.names, called.statuses
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join queue on queue.batch_id = task.batch_id and queue.no = task.no
left join timer on timer.batch_id = task.batch_id and timer.no = task.no
left join lease on lease.batch_id = task.batch_id and lease.no = task.no
left join wait on wait.batch_id = task.batch_id and wait.no = task.no
left join lateral (
  select call.workflow, call.child_batch, child.total, child.success + child.failure + child.canceled + child.skipped as ended,
    open.names, open.statuses
  from call
  left join batch as child on child.batch_id = any (array[call.child_batch])
  left join lateral (
    select array_agg(first.name order by first.no) as names, array_agg(first.status::text order by first.no) as statuses
    from (
      select inner_task.no, inner_task.name, inner_state.status
      from task_state as inner_state
      cross join lateral (
        select no, name from task where batch_id = inner_state.batch_id and no = inner_state.no limit 1) as inner_task
      where inner_state.batch_id = child.batch_id and not is_terminal(inner_state.status)
      order by inner_state.status = 'waiting', inner_state.no
      limit 5) as first) as open on true
  where call.batch_id = task.batch_id and call.no = task.no and call.attempt = state.attempt and call.wanted <> 'stop'
  limit 1) as called on true
where task.batch_id = :batch and task.no = :no;
