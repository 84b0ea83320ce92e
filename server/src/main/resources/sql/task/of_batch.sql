-- A run of a batch's tasks by number, with or without the items of spreads. The series tells the planner how many there are,
-- whatever it believes about a table that has just been filled.
select task.batch_id, task.no, task.name, task.kind, state.status, task.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, task.dead_end_barrier, task.priority, state.attempt
from generate_series(:after::integer + 1, :last::integer) as run (no)
join task on task.batch_id = :batch and task.no = run.no
join task_state as state on state.batch_id = :batch and state.no = run.no
where :items or task.spread_of = 0
order by run.no;
