-- Everything about a run of a batch's tasks by number, with or without the items of spreads. The series tells the planner how
-- many there are, whatever it believes about a table that has just been filled.
select task.batch_id, task.no, task.name, task.kind, state.status, task.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, task.dead_end_barrier, task.priority, state.attempt,
  task.timeout_secs, task.rules, task.metadata, task.on_start, task.on_success, task.on_failure, task.on_cancel,
  state.cancel_action, state.last_updated, state.failure_reason, task.retry, state.next_retry_at, result.value as result,
  task.parents, task.parent_conditions::text[] as parent_conditions, task.foreign_parents
from generate_series(:after::integer + 1, :last::integer) as run (no)
join task on task.batch_id = :batch and task.no = run.no
join task_state as state on state.batch_id = :batch and state.no = run.no
left join result on result.batch_id = :batch and result.no = run.no
where :items or task.spread_of = 0
order by run.no;
