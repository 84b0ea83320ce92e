-- I18: a Pending task is in the queue or has a timer, a RetryPending task has a timer, and no other task has either. A queue
-- row has its task's priority.
select coalesce(state.batch_id, queue.batch_id, timer.batch_id) as batch_id, coalesce(state.no, queue.no, timer.no) as no,
  format('%s, %s, %s', coalesce(state.status::text, 'no task'),
    case when queue.no is null then 'not queued' else 'queued with priority ' || queue.priority end,
    case when timer.no is null then 'no timer' else 'timer at ' || timer.due_at end) as difference
from task_state as state
full join queue on queue.batch_id = state.batch_id and queue.no = state.no
full join timer on timer.batch_id = coalesce(state.batch_id, queue.batch_id) and timer.no = coalesce(state.no, queue.no)
left join task on task.batch_id = state.batch_id and task.no = state.no
where (queue.no is not null or timer.no is not null or state.status in ('pending', 'retry_pending'))
  and case state.status
    when 'pending' then (queue.no is null) = (timer.no is null) or queue.priority <> task.priority
    when 'retry_pending' then queue.no is not null or timer.no is null or timer.due_at < state.next_retry_at
    else true end;
