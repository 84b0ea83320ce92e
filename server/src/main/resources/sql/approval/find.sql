-- Reads where a task stands and the approval that it waits for; without one, the columns of the wait are null.
select state.status::text as status, state.attempt as current_attempt, task.batch_id, task.no, task.name, task.kind,
  batch.name as batch_name, wait.attempt, wait.claims, wait.title, wait.body, wait.began_at,
  case when not wait.paused then wait.due_at end as due_at, coalesce(wait.paused, false) as paused
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
join batch on batch.batch_id = task.batch_id
left join wait on wait.batch_id = task.batch_id and wait.no = task.no and wait.kind = 'approval' and not wait.answered
where task.batch_id = :batch and task.no = :no;
