-- Gives the live tasks of a kind in a batch new rules; those that the old ones held back try again.
with changed as (
  update task
  set rules = :rules::json
  from task_state as state
  where task.batch_id = :batch and task.kind = :kind
    and state.batch_id = task.batch_id and state.no = task.no
    and state.status not in ('success', 'failure', 'canceled', 'skipped')
  returning task.batch_id, task.no
), unparked as (
  update queue
  set parked = null
  from changed
  where queue.batch_id = changed.batch_id and queue.no = changed.no and queue.parked like 'rule:%'
)
select count(*) from changed;
