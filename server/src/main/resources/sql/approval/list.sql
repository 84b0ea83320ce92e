-- Lists the approvals that are waited for in a workspace, oldest first.
select wait.batch_id, wait.no, wait.attempt, wait.claims, wait.title, wait.body, wait.began_at, wait.due_at, wait.paused,
  task.name, task.kind, batch.name as batch_name
from wait
join task on task.batch_id = wait.batch_id and task.no = wait.no
join batch on batch.batch_id = wait.batch_id
where wait.kind = 'approval' and not wait.answered and workspace_of(wait.batch_id) = :workspace
  and (:after_at::timestamptz is null
    or (wait.began_at, wait.batch_id, wait.no) > (:after_at::timestamptz, :after_batch::uuid, :after_no::integer))
order by wait.began_at, wait.batch_id, wait.no
limit :limit;
