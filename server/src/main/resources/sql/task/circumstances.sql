-- Reads everything about one task that decides whether it runs.
select task.batch_id, state.status, state.paused_from, state.attempt, state.required, state.satisfied, state.failure_reason, state.next_retry_at,
  state.started_at, state.expected_count, state.success, state.failures, task.kind, task.lane, task.rules, task.metadata,
  task.start_after, task.spread_of, task.join_count, cardinality(task.parents) + task.foreign_parents as edges, state.items,
  queue.lane is not null as queued, queue.priority, queue.position, queue.parked, timer.due_at, lease.holder, lease.worker,
  case when state.status = 'running' and not lease.worker
    then greatest(lease.expires_at, state.started_at + make_interval(secs => lease.period_secs))
    else lease.expires_at end as expires_at
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join queue on queue.batch_id = task.batch_id and queue.no = task.no
left join timer on timer.batch_id = task.batch_id and timer.no = task.no
left join lease on lease.batch_id = task.batch_id and lease.no = task.no
where task.batch_id = :batch and task.no = :no;
