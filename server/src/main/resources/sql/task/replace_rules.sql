-- Replaces the rules of the live tasks of a kind in a batch, and unparks the tasks that their old rules held back.
with chosen as materialized (
  select batch_id, no from task where batch_id = :batch and kind = :kind
), changed as (
  update task
  set rules = :rules::json
  from chosen
  join task_state as state on state.batch_id = any (array[chosen.batch_id]) and state.no = any (array[chosen.no])
  where task.batch_id = any (array[chosen.batch_id]) and task.no = chosen.no
    and not is_terminal(state.status)
  returning task.batch_id, task.no
), unparked as (
  update queue
  set parked = null
  from changed
  where queue.batch_id = any (array[changed.batch_id]) and queue.no = changed.no and left(coalesce(queue.parked, ''), 5) = any ('{rule:,rate:}')
)
select count(*) from changed;
