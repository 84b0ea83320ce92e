-- A run of a batch's tasks by number, with or without the items of spreads.
select task.batch_id, task.no, task.name, task.kind, state.status, task.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, task.dead_end_barrier, task.priority, state.attempt
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
where task.batch_id = :batch and task.no > :after and task.no <= :last and (:items or task.spread_of = 0)
order by task.no;
