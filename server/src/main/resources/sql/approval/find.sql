-- Reads the approval that a task waits for.
select wait.batch_id, wait.no, wait.attempt, wait.claims, wait.title, wait.body, wait.began_at, wait.due_at, wait.paused,
  task.name, task.kind, batch.name as batch_name
from wait
join task on task.batch_id = wait.batch_id and task.no = wait.no
join batch on batch.batch_id = wait.batch_id
where wait.kind = 'approval' and wait.batch_id = :batch and wait.no = :no;
