-- Timers whose moment has come, moved on so that only one server acts on each. A Pending task has waited for its
-- start and queues now; the others have waited for a retry.
with due as (
  select timer.batch_id, timer.no
  from timer
  where timer.due_at <= clock_timestamp() + :skew::interval
  order by timer.due_at
  limit :max
  for update skip locked
), starting as (
  -- Looked up timer by timer: a plan made on empty tables would begin with all tasks there are.
  select due.batch_id, due.no, task.lane, task.priority
  from due
  cross join lateral (
    select status from task_state where task_state.batch_id = due.batch_id and task_state.no = due.no limit 1) as state
  cross join lateral (
    select lane, priority from task where task.batch_id = due.batch_id and task.no = due.no limit 1) as task
  where state.status = 'pending'
), queued as (
  insert into queue (batch_id, no, lane, priority)
  select batch_id, no, lane, priority from starting order by batch_id, no
  on conflict do nothing
), started as (
  delete from timer using starting where timer.batch_id = starting.batch_id and timer.no = starting.no
), delayed as (
  update timer
  set due_at = clock_timestamp() + :skew::interval + :grace::interval
  from due
  where timer.batch_id = due.batch_id and timer.no = due.no
    and not exists (select from starting where starting.batch_id = due.batch_id and starting.no = due.no)
)
select due.batch_id, due.no, starting.lane
from due
left join starting on starting.batch_id = due.batch_id and starting.no = due.no;
