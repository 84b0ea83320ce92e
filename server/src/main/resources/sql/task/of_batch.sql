-- Lists a range of a batch's tasks by number, with or without the items of spreads. The materialized CTE comes first, so that
-- task_state can only be read by key.
with run as materialized (
  select * from task where batch_id = :batch and no > :after and no <= :last and (:items or spread_of = 0)
)
select run.batch_id, run.no, run.name, run.kind, state.status, run.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, run.dead_end_barrier, run.priority, state.attempt, state.failure_reason, state.next_retry_at,
  run.join_count
from run
join task_state as state on state.batch_id = any (array[run.batch_id]) and state.no = run.no
order by run.no;
