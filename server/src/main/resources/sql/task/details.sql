-- Reads a range of a batch's tasks by number, complete, with or without the items of spreads. The materialized CTE comes first,
-- so that the other tables can only be read by key.
with run as materialized (
  select * from task where batch_id = :batch and no > :after and no <= :last and (:items or spread_of = 0)
)
select run.batch_id, run.no, run.name, run.kind, state.status, run.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, run.dead_end_barrier, run.priority, state.attempt, run.join_count,
  run.timeout_secs, run.rules, run.metadata, run.on_start, run.on_success, run.on_failure, run.on_cancel,
  state.cancel_action, state.last_updated, state.failure_reason, run.retry, state.next_retry_at, result.value as result,
  run.parents, run.parent_conditions, run.foreign_parents, run.let_expression, run.when_expression, run.output_expression,
  run.return_expression, run.input, run.spread_expression, run.spread_collect, run.spread_fail_fast, run.spread_min_success,
  run.spread_parallel, run.wait, run.call, run.deadline_millis, run.start_after, run.fairness_key, run.fairness_weight,
  least(state.satisfied, state.required - greatest(state.items, 0)) as satisfied,
  state.worker, progress.progress, progress.message, past_attempt.error,
  wait.kind as wait_kind, wait.signal_name, wait.signal_key, wait.title, wait.body, wait.began_at,
  case when not wait.answered then wait.due_at end as due_at,
  case when run.call is not null then (
    select call.child_batch from call where call.batch_id = run.batch_id and call.no = run.no order by call.attempt desc limit 1)
    end as child_batch
from run
join task_state as state on state.batch_id = any (array[run.batch_id]) and state.no = run.no
left join progress on progress.batch_id = any (array[run.batch_id]) and progress.no = run.no and progress.attempt = state.attempt
-- A task that waits for its next attempt shows the error of the one before.
left join past_attempt on past_attempt.batch_id = any (array[run.batch_id]) and past_attempt.no = run.no
  and past_attempt.attempt = state.attempt - (coalesce(state.paused_from, state.status) = 'retry_pending')::integer
left join wait on wait.batch_id = any (array[run.batch_id]) and wait.no = run.no
left join result on result.batch_id = any (array[run.batch_id]) and result.no = run.no
order by run.no;
