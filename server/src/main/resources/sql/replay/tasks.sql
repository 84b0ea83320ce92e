-- Reads the edges of a batch's tasks and their current state.
select task.no, task.children, task.conditions, task.parents, state.status, state.paused_from, state.attempt, state.failure_reason,
  state.ended_at
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
where task.batch_id = :batch and state.batch_id = :batch;
